/** Checks the tunnel, if one was opened: does it still lead here? */
import type { Settings } from "../../desk/settings.ts";
import { readTunnel } from "../../http/public-address.ts";
import { type Finding, problem, well } from "./finding.ts";

export async function examineTunnel({ stateDirectory }: Settings): Promise<Finding[]> {
  const tunnel = readTunnel(stateDirectory);
  if (tunnel === null) return [];
  const [{ wayBack }, { tunnelMessages }] = await Promise.all([
    import("../tunnel/ways.ts"),
    import("../tunnel/messages.ts"),
  ]);
  const { address, via } = tunnel;
  if ((await wayBack(tunnel).isUp()) === false)
    return [problem("tunnel", ({ locale }) => tunnelMessages(locale).doctor.down(address))];
  return [
    well("tunnel", ({ locale }) => {
      const { doctor, whom } = tunnelMessages(locale);
      return doctor.up(address, whom[via]);
    }),
  ];
}
