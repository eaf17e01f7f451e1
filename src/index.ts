export type { Account } from './chain/accounts.ts'
export type {
  AccessListEntry,
  AuthorizationEntry,
  Block,
  Header,
  Log,
  Receipt,
  SealedBlock,
  Transaction,
  Uncle,
  Withdrawal,
} from './chain/block.ts'
export { type Chain, type CreateChainOptions, createChain } from './chain/chain.ts'
export type { Preset } from './chain/presets.ts'
export { type ChainSpec, type ResolvedSpec, SpecError, type TrafficWeights } from './chain/spec.ts'
export type { KindName } from './chain/traffic/registry.ts'
export type { BlockTree, TransactionPlace } from './chain/tree.ts'
export { OmmerError } from './primitives/errors.ts'
export type { Hex } from './primitives/hex.ts'
export { ProviderRpcError, type RequestArguments } from './rpc/provider.ts'
export { serve } from './serve.ts'
export type { EndpointOptions } from './server/endpointRegistry.ts'
export { ListenError } from './server/listen.ts'
export { type ServeLimits, type ServeOptions, ServeOptionsError } from './server/options.ts'
export type { ServedEndpoint, Server } from './server/serve.ts'
