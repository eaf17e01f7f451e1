export type { Account } from './chain/accounts.ts'
export type {
  AccessListEntry,
  Block,
  Header,
  Log,
  Receipt,
  SealedBlock,
  Transaction,
  Uncle,
} from './chain/block.ts'
export { type Chain, type CreateChainOptions, createChain } from './chain/chain.ts'
export type { Preset } from './chain/presets.ts'
export { type ChainSpec, type ResolvedSpec, SpecError } from './chain/spec.ts'
export type { BlockTree, TransactionPlace } from './chain/tree.ts'
export { OmmerError } from './primitives/errors.ts'
export type { Hex } from './primitives/hex.ts'
