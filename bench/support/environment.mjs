/**
 * The environment of every measured process: extra certificates alone add 55 ms
 * to every start of Node 20.
 */

export function plainEnvironment(more = {}) {
  const {
    NODE_EXTRA_CA_CERTS: _certificates,
    NODE_OPTIONS: _options,
    ...environment
  } = process.env;
  return { ...environment, ...more };
}
