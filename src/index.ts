export type { Account } from './chain/accounts.ts'
export type { WriteBlock } from './chain/blockWriter.ts'
export type { BranchOptions, WrittenBranchOptions } from './chain/branchOptions.ts'
export type { AuthoredReceipt } from './chain/byHand/authoredReceipt.ts'
export type { BlockAuthor, WithdrawalRequest } from './chain/byHand/blockAuthor.ts'
export type { IncludedTransaction } from './chain/byHand/includedTransaction.ts'
export { BlockMisuseError } from './chain/byHand/misuse.ts'
export type { AuthorizationRequest, TransactionRequest } from './chain/byHand/transactionRequest.ts'
export { CallFailedError } from './chain/callFailedError.ts'
export type {
  AccountOverrideRequest,
  BlockOverrideRequest,
  CallOptions,
  CallRequest,
} from './chain/callRequest.ts'
export type { Chain } from './chain/chain.ts'
export {
  type Contract,
  type ContractOf,
  type ContractRole,
  contractAbis,
} from './chain/contracts/contract.ts'
export type {
  AccessListEntry,
  AuthorizationEntry,
  Block,
  Log,
  Receipt,
  SealedBlock,
  Transaction,
  Uncle,
  Withdrawal,
} from './chain/encoding/block.ts'
export type { Header } from './chain/encoding/header.ts'
export type { Irregularity, IrregularityReason } from './chain/encoding/irregularity.ts'
export { AccessLimitError } from './chain/execution/accessLimitError.ts'
export type { ExtendOptions } from './chain/extendOptions.ts'
export type { ForkedFrom } from './chain/forkedFrom.ts'
export { PrivateMemoryError } from './chain/private/privateMemory.ts'
export type { ForkChoices } from './chain/protocol/forkSchedule.ts'
export type { ForkName } from './chain/protocol/forks.ts'
export type { Preset } from './chain/spec/presets.ts'
export type { Finality } from './chain/spec/spec.ts'
export {
  type ChainSpec,
  type ResolvedSpec,
  SpecError,
  type TrafficWeights,
} from './chain/spec/spec.ts'
export type { KindName } from './chain/spec/trafficKindNames.ts'
export type { AccountSummary } from './chain/state/accountSummary.ts'
export type { AccountOptions, StateLocation } from './chain/stateLocation.ts'
export { MissingStateError } from './chain/store/missingStateError.ts'
export { ReadOnlyChainError } from './chain/store/readOnlyChainError.ts'
export type { BlockTreeReader, TransactionLocation } from './chain/store/tree.ts'
export { verifiableChain } from './chain/verify/verifiableChain.ts'
export { type VerifiableChain, type VerificationResult, verify } from './chain/verify/verify.ts'
export { type CreateOptions, createChain } from './createChain.ts'
export { createFork } from './createFork.ts'
export { drawChain } from './drawChain.ts'
export type { ReceivedCounts } from './endpoint/activity/callHistory.ts'
export type { ReceivedCall } from './endpoint/activity/keptCalls.ts'
export type { SubscriptionKind } from './endpoint/activity/subscriptionKinds.ts'
export { WaitError } from './endpoint/activity/waitError.ts'
export type { WaitOptions } from './endpoint/activity/waits.ts'
export type { DialectName } from './endpoint/dialects/dialects.ts'
export { type DrawOptions, DrawOptionsError } from './endpoint/drawing/drawOptions.ts'
export type { FinalityRule } from './endpoint/finality.ts'
export { EndpointMoveError } from './endpoint/moveError.ts'
export { exportChain } from './exportChain.ts'
export type { NamedCorruption } from './faults/corrupt/named.ts'
export type { WholeResult } from './faults/corrupt/wholeResult.ts'
export type { Fault, FaultKind } from './faults/fault.ts'
export { FaultError } from './faults/faultError.ts'
export type { InjectedFault } from './faults/faultLog.ts'
export type { BlockRange, CallRange, FaultRule, UnusedFault } from './faults/faultRule.ts'
export type { FaultTransport } from './faults/transport.ts'
export type { ForkBlock } from './fork/forkBlock.ts'
export { ForkError } from './fork/forkError.ts'
export type { ForkOptions, ProofMode } from './fork/forkOptions.ts'
export { type ExportOptions, ExportOptionsError } from './formats/exportOptions.ts'
export { FixtureError } from './formats/fixtureError.ts'
export { ExportError } from './formats/folder/exportError.ts'
export type { FormatName } from './formats/formatNames.ts'
export type { LoadOptions } from './formats/json/loadBlocks.ts'
export { loadChain } from './formats/loadChain.ts'
export type { LoadLimits } from './formats/loadLimits.ts'
export { LoadOptionsError } from './formats/loadOptionsError.ts'
export type { BlockPosition } from './moves/blockPosition.ts'
export type { BranchTarget } from './moves/branchTarget.ts'
export type { FaultOptions } from './moves/faultOptions.ts'
export type { MineOptions } from './moves/kinds/mine.ts'
export type { ReceivedOptions } from './moves/kinds/received.ts'
export type { ReorgOptions } from './moves/kinds/reorg.ts'
export type { LagOptions } from './moves/kinds/setLag.ts'
export type { SubscribedOptions } from './moves/kinds/subscribed.ts'
export { playScenario } from './playScenario.ts'
export { ArgumentError } from './primitives/argumentError.ts'
export { OmmerError } from './primitives/errors.ts'
export type { Hex } from './primitives/hex.ts'
export { UpstreamError } from './primitives/upstreamError.ts'
export { WitnessError } from './primitives/witnessError.ts'
export type { Recording } from './record/recordChain.ts'
export { RecordError } from './record/recordError.ts'
export type { RecordOptions } from './record/recordOptions.ts'
export { RpcRequestError } from './record/rpc/rpcRequestError.ts'
export { recordChain } from './recordChain.ts'
export { NetworkError } from './rpc/faults/networkError.ts'
export type { MethodSet } from './rpc/methodSet.ts'
export type { EthSubscription, RequestArguments, SubscribingProvider } from './rpc/provider.ts'
export { ProviderRpcError } from './rpc/providerRpcError.ts'
export type { PlayOptions, ScenarioRun } from './scenario/play.ts'
export type { Scenario, ScenarioEndpoint } from './scenario/scenario.ts'
export { ScenarioError } from './scenario/scenarioError.ts'
export type { PlayableStep, Step, StepActions } from './scenario/step.ts'
export type { CallCondition } from './scenario/waitFor.ts'
export { serve } from './serve.ts'
export { EndpointError } from './server/endpointError.ts'
export type { EndpointOptions } from './server/endpointOptions.ts'
export { ListenError } from './server/listen.ts'
export {
  type ApiKeyOptions,
  type LogLevel,
  type LogStream,
  type ServeOptions,
  ServeOptionsError,
} from './server/options.ts'
export type { Server } from './server/serve.ts'
export type { ServedEndpoint } from './server/servedEndpoint.ts'
export type { ServeLimits } from './server/serveLimits.ts'
