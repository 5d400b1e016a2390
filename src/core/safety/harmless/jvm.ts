/** Maven, Gradle and the builders of Scala and Clojure. */

import { type Grammar, runner } from "./grammar.ts";

/** `mvn test`, `gradle build`: every word must be one of these. */
const MAVEN = `
  test compile verify package test-compile validate process-classes process-test-classes
  generate-sources integration-test checkstyle:check checkstyle:checkstyle spotless:check
  spotless:apply spotbugs:check pmd:check formatter:validate enforcer:enforce dependency:tree
  dependency:analyze dependency:list dependency:analyze-only help:effective-pom help:describe
  help:active-profiles help:evaluate versions:display-dependency-updates
  versions:display-plugin-updates versions:display-property-updates surefire:test
  failsafe:verify failsafe:integration-test compiler:compile compiler:testCompile jacoco:report
  javadoc:javadoc -version
`
  .trim()
  .replaceAll(/\s+/g, "|");

export const JVM: Grammar = {
  "mvn|./mvnw|mvnw": {
    ...runner(
      `-version -q -o -B -T= -pl= -am -e -X -Dtest= -ntp --batch-mode --no-transfer-progress
        --offline --quiet -v --projects= --also-make -amd --also-make-dependents -fae -ff -fn
        -V -U -N -nsu -C
        -rf= --resume-from= -l=new -P=names --show-version --errors --debug --fail-at-end
        --fail-fast
        --no-snapshot-updates --threads= -DskipITs? -DskipUnitTests? -Dmaven.test.skip? -Dit.test=
        -DfailIfNoTests=true|false -Dsurefire.failIfNoSpecifiedTests=true|false
        -DfailIfNoSpecifiedTests=true|false
        -Dcheckstyle.skip? -Dspotless.check.skip? -Dspotbugs.skip? -Dpmd.skip? -Djacoco.skip?
        -Dmaven.javadoc.skip? -Dmaven.source.skip? -Dstyle.color=always|never|auto -Dgroups=
        -DexcludedGroups= -DforkCount=number -Dsurefire.useFile=false
        -Dspring.profiles.active=test -DtrimStackTrace=false|true -Denforcer.skip?
        -Dfile.encoding=UTF-8 -Dmaven.test.failure.ignore? -Dsurefire.rerunFailingTestsCount=number
        -Dincludes= -Dexcludes= -Dverbose? -DincludeScope=name -Dscope=name -Dlicense.skip?
        -Drat.skip?
        -Dexpression=name -Doutput=/dev/stdout -Ddetail? -Dplugin=name -Dgoal=name -DskipTests?`,
      `${MAVEN}…`,
    ),
    hasLongDashes: true,
  },
  "gradle|./gradlew|gradlew": {
    ...runner(
      `-q --quiet --info --stacktrace --no-daemon --offline --tests= --parallel --continue
        --console=plain|rich -x= --rerun-tasks --build-cache --no-build-cache --warning-mode=
        --daemon -s -i -S -d --debug --full-stacktrace --scan=false --no-scan
        --configuration=name --all --group=
      --console=plain|rich|auto|verbose --profile --dry-run -m --refresh-dependencies --rerun -u
      --configuration-cache --no-configuration-cache --max-workers=number --fail-fast
      --no-parallel --priority=name -p=workspace --project-dir=workspace --dependency=name -w --warn
      --exclude-task= --no-rebuild --no-watch-fs --watch-fs --task=name --version -v
      --test-dry-run --no-problems-report --status`,
    ),
    arguments: "gradle…",
  },
  sbt: { runsProject: true, arguments: "sbt…" },
  "mill|./mill": { runsProject: true, options: "-i --no-server -k -j=number", arguments: "mill…" },
  "clj-kondo": { ...runner("--lint=project --parallel --fail-level=name"), needs: "--lint" },
  lein: { runsProject: true, arguments: "test|check|compile|deps|version text…" },
  "clj|clojure": { runsProject: true, options: "-M=:test -X=:test", needs: "-M -X" },
};
