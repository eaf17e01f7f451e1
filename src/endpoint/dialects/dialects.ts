import { alchemy } from './alchemy.ts'
import { ankr } from './ankr.ts'
import { anvil } from './anvil.ts'
import { besu } from './besu.ts'
import { chainstack } from './chainstack.ts'
import { cloudflare } from './cloudflare.ts'
import type { Dialect } from './dialect.ts'
import { drpc } from './drpc.ts'
import { erigon } from './erigon.ts'
import { geth } from './geth.ts'
import { infura } from './infura.ts'
import { nethermind } from './nethermind.ts'
import { quicknode } from './quicknode.ts'
import { reth } from './reth.ts'

/** Every dialect. To add one, write its file and list it here. */
export const dialects = {
  infura,
  geth,
  anvil,
  reth,
  nethermind,
  erigon,
  besu,
  alchemy,
  quicknode,
  ankr,
  cloudflare,
  drpc,
  chainstack,
} as const satisfies Readonly<Record<string, Dialect>>

export type DialectName = keyof typeof dialects

export const dialectNames = Object.keys(dialects) as readonly DialectName[]

/** Those that write JSON differently: of several with the same style the first. */
export const writtenDialects: readonly Dialect[] = Object.values(dialects).filter(
  ({ style }, index, all) => all.findIndex((other) => other.style === style) === index,
)
