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
export type { Chain, ExtendOptions } from './chain/chain.ts'
export { createChain } from './chain/createChain.ts'
export type { Preset } from './chain/presets.ts'
export { type ChainSpec, type ResolvedSpec, SpecError } from './chain/spec.ts'
export type { AccountSummary } from './chain/state/accountSummary.ts'
export type { BlockTree, TransactionPlace } from './chain/tree.ts'
export { ExportError } from './fixtures/hive/exportError.ts'
export { exportHive } from './fixtures/hive/exportHive.ts'
export { HiveFileError } from './fixtures/hive/hiveFileError.ts'
export { importHive } from './fixtures/hive/importHive.ts'
export { OmmerError } from './primitives/errors.ts'
export type { Hex } from './primitives/hex.ts'
export { ProviderRpcError, type RequestArguments } from './rpc/provider.ts'
export { serve } from './serve.ts'
export type { EndpointOptions } from './server/endpointRegistry.ts'
export { ListenError } from './server/listen.ts'
export { type ServeLimits, type ServeOptions, ServeOptionsError } from './server/options.ts'
export type { ServedEndpoint, Server } from './server/serve.ts'
