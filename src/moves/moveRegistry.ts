import { addBalance } from './kinds/addBalance.ts'
import { addWithdrawal } from './kinds/addWithdrawal.ts'
import { advanceTo } from './kinds/advanceTo.ts'
import { autoImpersonateAccount } from './kinds/autoImpersonateAccount.ts'
import { clearFaultLog } from './kinds/clearFaultLog.ts'
import { dropAllTransactions } from './kinds/dropAllTransactions.ts'
import { dropTransaction } from './kinds/dropTransaction.ts'
import { faultLog } from './kinds/faultLog.ts'
import { holdTransaction } from './kinds/holdTransaction.ts'
import { idle } from './kinds/idle.ts'
import { impersonateAccount } from './kinds/impersonateAccount.ts'
import { increaseTime } from './kinds/increaseTime.ts'
import { loadState } from './kinds/loadState.ts'
import { mine } from './kinds/mine.ts'
import { mining } from './kinds/mining.ts'
import { received } from './kinds/received.ts'
import { receivedCounts } from './kinds/receivedCounts.ts'
import { releaseTransaction } from './kinds/releaseTransaction.ts'
import { reorg } from './kinds/reorg.ts'
import { reset } from './kinds/reset.ts'
import { revert } from './kinds/revert.ts'
import { rollback } from './kinds/rollback.ts'
import { sendTransaction } from './kinds/sendTransaction.ts'
import { setAutomine } from './kinds/setAutomine.ts'
import { setBalance } from './kinds/setBalance.ts'
import { setBlockGasLimit } from './kinds/setBlockGasLimit.ts'
import { setBlockTimestampInterval } from './kinds/setBlockTimestampInterval.ts'
import { setCode } from './kinds/setCode.ts'
import { setCoinbase } from './kinds/setCoinbase.ts'
import { setFaults } from './kinds/setFaults.ts'
import { setFinality } from './kinds/setFinality.ts'
import { setLag } from './kinds/setLag.ts'
import { setMinGasPrice } from './kinds/setMinGasPrice.ts'
import { setMiningInterval } from './kinds/setMiningInterval.ts'
import { setNextBlockBaseFeePerGas } from './kinds/setNextBlockBaseFeePerGas.ts'
import { setNextBlockTimestamp } from './kinds/setNextBlockTimestamp.ts'
import { setNonce } from './kinds/setNonce.ts'
import { setPrevRandao } from './kinds/setPrevRandao.ts'
import { setStorageAt } from './kinds/setStorageAt.ts'
import { snapshot } from './kinds/snapshot.ts'
import { stopImpersonatingAccount } from './kinds/stopImpersonatingAccount.ts'
import { subscribed } from './kinds/subscribed.ts'
import { unsubscribed } from './kinds/unsubscribed.ts'
import { unusedFaults } from './kinds/unusedFaults.ts'
import {
  type JournalFacts,
  type Move,
  type MoveEffect,
  moveGroups,
  type TypedMove,
} from './move.ts'

const described = {
  mine,
  advanceTo,
  reorg,
  rollback,
  snapshot,
  revert,
  reset,
  increaseTime,
  setNextBlockTimestamp,
  setBlockTimestampInterval,
  setNextBlockBaseFeePerGas,
  setCoinbase,
  setPrevRandao,
  addWithdrawal,
  setBlockGasLimit,
  setMinGasPrice,
  setBalance,
  addBalance,
  setNonce,
  setCode,
  setStorageAt,
  loadState,
  impersonateAccount,
  stopImpersonatingAccount,
  autoImpersonateAccount,
  setAutomine,
  setMiningInterval,
  mining,
  sendTransaction,
  holdTransaction,
  releaseTransaction,
  dropTransaction,
  dropAllTransactions,
  setFinality,
  setLag,
  setFaults,
  faultLog,
  clearFaultLog,
  unusedFaults,
  received,
  receivedCounts,
  subscribed,
  unsubscribed,
  idle,
}

/** All moves, by group. */
export const moves: readonly Move[] = moveGroups.flatMap((wanted) =>
  Object.values<Move>(described).filter(({ group }) => group === wanted),
)

export const movesByName: ReadonlyMap<string, Move> = new Map(Object.entries(described))

/** What a move of a name does; undefined if there is no such move. */
export function effectOf(name: string): MoveEffect | undefined {
  return movesByName.get(name)?.effect
}

/** What journals must know of a move of a name; nothing if there is no such move. */
export function journalFactsOf(name: string): JournalFacts {
  return movesByName.get(name)?.journal ?? {}
}

type Described = (typeof described)[keyof typeof described]

// The intersection of all members of a union: the compiler infers it for the parameter of a union of functions.
type MethodsOf<One> = One extends TypedMove<infer Methods, infer _> ? (_: Methods) => void : never
type StepsOf<One> = One extends TypedMove<infer _, infer Steps> ? (_: Steps) => void : never
type AllOf<Takers> = [Takers] extends [(_: infer All) => void] ? All : never

/** The methods of an endpoint in code. */
export type Moves = AllOf<MethodsOf<Described>>

/** The steps of scenarios that are moves, by name. */
export type MoveSteps = AllOf<StepsOf<Described>>

/** The methods of an endpoint whose server is in another process: all of them return promises. */
export type RemoteMoves = Remote<Moves>

type Remote<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Result
    ? Result extends Promise<unknown>
      ? Methods[Name]
      : (...args: Args) => Promise<Result>
    : never
}
