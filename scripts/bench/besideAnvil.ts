import { Anvil } from './anvil.ts'
import { installAnvil, isAnvilInstalled } from './anvilPackage.ts'
import { measureAnvilServing, SERVING_ROWS } from './anvilServing.ts'
import { MIXED_ROW, measureMixedTraffic } from './mixedTraffic.ts'
import type { MissingRow, Row } from './report.ts'
import { measureTransfers, TRANSFERS_ROW } from './transfers.ts'

const HINT = 'npm run bench -- --anvil installs Anvil (40 MB) and measures beside it'

/** @param install whether to install Anvil if it is missing */
export async function measureBesideAnvil(
  runs: { readonly pairs: number; readonly sliceSeconds: number },
  install: boolean,
): Promise<(Row | MissingRow)[]> {
  if (!isAnvilInstalled() && install) installAnvil()
  if (!isAnvilInstalled()) {
    return [TRANSFERS_ROW, MIXED_ROW, ...SERVING_ROWS].map((name) => ({ name, notMeasured: HINT }))
  }
  const anvil = await Anvil.start()
  console.error(await anvil.call('web3_clientVersion'))
  await anvil.stop()
  return [
    await measureTransfers(runs.pairs),
    await measureMixedTraffic(runs.pairs),
    ...(await measureAnvilServing(runs)),
  ]
}
