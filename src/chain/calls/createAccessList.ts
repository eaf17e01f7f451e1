import { toHex, toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { authorityOf } from '../execution/authority.ts'
import { AccessListTracer } from './accessListTracer.ts'
import { type AppliedMessage, ESTIMATE_CHECKS } from './appliedMessage.ts'
import { failureOf } from './applyCall.ts'
import { applyMessage, type MessageResult } from './applyMessage.ts'
import { applyStateOverrides } from './applyOverrides.ts'
import { type BlockContext, contextOf } from './blockContext.ts'
import { completeCall, NO_SENDER } from './callDefaults.ts'
import { type CallEngine, withCallEngine } from './callEngine.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import { callServerError } from './callError.ts'
import { namesFee, withFeeDefaults } from './feeDefaults.ts'
import { headerValuesOf } from './headerValues.ts'
import type { AccessListEntry, CallMessage } from './message.ts'
import { MessageError } from './messageError.ts'
import type { StateOverrides } from './overrides.ts'
import { transactionType } from './transactionType.ts'
import { type UnsignedType, unsignedHash } from './unsignedTransaction.ts'
import { withoutBaseFee } from './withoutBaseFee.ts'

/** A call whose accesses are listed. */
export interface AccessListInput {
  readonly call: CallMessage
  /** the most gas that it may use; 0 for no limit */
  readonly gasCap: bigint
  /** whether it may offer less than the base fee */
  readonly allowsCheapCalls?: boolean | undefined
  readonly stateOverrides?: StateOverrides | undefined
  /** whether a call that fails is an error */
  readonly mustSucceed?: boolean | undefined
  /** in wei per gas; must be given if the call names fees and `needsTip` */
  readonly suggestedTip?: bigint | undefined
}

/** What a call accesses. */
export interface AccessListOutput {
  readonly accessList: readonly AccessListEntry[]
  /** in gas: by the call with this list */
  readonly gasUsed: bigint
  /** why the call failed; undefined if it succeeded */
  readonly error: string | undefined
}

/**
 * Lists what a call accesses (geth, internal/ethapi/api.go, AccessList): runs the call with the list
 * of its previous run, until the list no longer changes.
 *
 * @throws {CallError} if the call cannot be run, or fails although it must not
 */
export function createAccessList(
  environment: CallEnvironment,
  input: AccessListInput,
): Promise<AccessListOutput> {
  const block = contextOf(environment, headerValuesOf(environment.block))
  return withCallEngine(environment, async (engine) => {
    // As in geth, precompiled contracts cannot be moved here.
    await applyStateOverrides(engine, input.stateOverrides ?? [], new Map())
    const message = completeMessage(engine, block, input)
    const excluded = await excludedAddresses(engine, block, message)
    const seen = withoutBaseFee(block, message, input)
    const type = transactionType({ ...input.call, accessList: [] }, block.baseFee)
    let previous = new AccessListTracer(message.accessList ?? [], excluded)
    for (;;) {
      const accessList = previous.list()
      const tracer = new AccessListTracer(accessList, excluded)
      const result = await run(engine, seen, { ...message, accessList }, tracer, type)
      if (tracer.equals(previous)) {
        const failure = input.mustSucceed ? failureOf(result) : undefined
        if (failure !== undefined) throw failure
        return { accessList, gasUsed: result.gasUsed, error: result.failure?.message }
      }
      previous = tracer
    }
  })
}

function completeMessage(
  engine: CallEngine,
  block: BlockContext,
  { call, gasCap, suggestedTip = 0n }: AccessListInput,
): AppliedMessage {
  const withFees = namesFee(call) ? withFeeDefaults(call, block, suggestedTip) : call
  const { from = NO_SENDER, nonce = engine.state.account(from)?.nonce } = withFees
  return completeCall(
    { ...withFees, nonce },
    { gasCap, baseFee: block.baseFee, chainId: engine.environment.rules.chainId },
  )
}

/** Addresses that are warm anyway, in hex without prefix. */
async function excludedAddresses(
  engine: CallEngine,
  block: BlockContext,
  { from, to, nonce, authorizationList = [] }: AppliedMessage,
): Promise<ReadonlySet<string>> {
  const created = () => keccak256(encodeRlp([from, toMinimalBytes(nonce)])).subarray(12)
  const evm = await engine.evmFor(block)
  const excluded = new Set(evm.standardPrecompiles.keys())
  const { chainId } = engine.environment.rules
  const authorities = authorizationList.map((each) => authorityOf(each, chainId))
  for (const address of [from, to ?? created(), ...authorities]) {
    if (address !== undefined) excluded.add(toHex(address).slice(2))
  }
  return excluded
}

async function run(
  engine: CallEngine,
  block: BlockContext,
  message: AppliedMessage,
  tracer: AccessListTracer,
  type: UnsignedType,
): Promise<MessageResult> {
  const { state, environment } = engine
  await state.checkpoint()
  try {
    return await applyMessage(engine, block, message, { checks: ESTIMATE_CHECKS, tracer })
  } catch (error) {
    if (!(error instanceof MessageError)) throw error
    const hash = unsignedHash(message, type, environment.rules.chainId)
    throw callServerError(`failed to apply transaction: ${hash} err: ${error.message}`)
  } finally {
    await state.revert()
  }
}
