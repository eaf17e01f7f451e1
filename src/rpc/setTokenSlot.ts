import { setStorageAt } from '../moves/kinds/setStorageAt.ts'
import type { MoveContext } from '../moves/move.ts'
import { performFromOutside } from '../moves/perform.ts'
import { fromHex, type Hex, toBigInt, toWord } from '../primitives/hex.ts'
import { serverError } from './errors.ts'
import type { MethodContext } from './method.ts'
import { runCall } from './runCall.ts'

/** A value that a token keeps in a slot of its own: the words of a call that reads it. */
interface TokenValue {
  /** 20 bytes in hex */
  readonly token: Hex
  readonly call: Uint8Array
  readonly value: bigint
  /** of the error: `balance` or `allowance` */
  readonly name: string
}

/** Another value than any slot is likely to have. */
const PROBE = 2n ** 127n - 12_345n

/**
 * Sets what a token answers to a call, by the slot that the answer is read from, as Anvil does (crates/anvil/src/eth/api.rs).
 *
 * @throws {RequestError} if no slot decides the answer
 */
export async function setTokenSlot(context: MethodContext, wanted: TokenValue): Promise<void> {
  const { token, value, name } = wanted
  for (const slot of await slotsReadBy(context, wanted)) {
    if ((await answerWith(context, wanted, slot)) !== PROBE) continue
    const args = [token, toBigInt(fromHex(slot)), value]
    await performFromOutside(setStorageAt, context.endpoint, args, noOthers)
    return
  }
  throw serverError(`Unable to set ERC20 ${name}, no slot found`)
}

interface AccessList {
  readonly accessList: readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[]
}

async function slotsReadBy(
  context: MethodContext,
  { token, call }: TokenValue,
): Promise<readonly Hex[]> {
  const { calls, logLimits } = context.service
  const { gasCap } = calls
  const input = { call: { to: fromHex(token), data: call }, gasCap, bytesMax: logLimits.bytesMax }
  const json = await runCall(context, undefined, 'createAccessList', {
    ...input,
    stateOverrides: undefined,
    suggestedTip: undefined,
  })
  const { accessList } = JSON.parse(Buffer.from(json).toString()) as AccessList
  return accessList.filter(({ address }) => address === token).flatMap((each) => each.storageKeys)
}

/** What the token answers if a slot has the probe; undefined if that is no number. */
async function answerWith(
  context: MethodContext,
  { token, call }: TokenValue,
  slot: Hex,
): Promise<bigint | undefined> {
  const { calls, logLimits } = context.service
  const address = fromHex(token)
  const stateDiff = Buffer.concat([fromHex(slot), fromHex(toWord(PROBE))])
  const json = await runCall(context, undefined, 'call', {
    call: { to: address, data: call },
    gasCap: calls.gasCap,
    stateOverrides: [{ address, stateDiff }],
    bytesMax: logLimits.bytesMax,
  }).catch(() => undefined)
  const output = json && (JSON.parse(Buffer.from(json).toString()) as Hex)
  return output && output !== '0x' ? BigInt(output) : undefined
}

/** The input of a call. */
export function callOf(selector: Hex, ...addresses: readonly Hex[]): Uint8Array {
  return Buffer.concat([
    fromHex(selector),
    ...addresses.map((each) => fromHex(toWord(BigInt(each)))),
  ])
}

/** The move needs no other endpoint and no faults. */
const noOthers: MoveContext = {
  leader(key) {
    throw new Error(`no endpoint ${key} is needed`)
  },
  setFaults() {},
}
