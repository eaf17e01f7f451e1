import type { GethRules } from './gethRules.ts'

/** A result of geth's struct logger. */
export interface StructLogs {
  readonly structLogs: readonly {
    readonly depth: number
    readonly gas: number
    readonly gasCost: number
  }[]
}

/** A transaction as geth writes it. */
export interface RpcTransaction {
  readonly to: string | null
  readonly gas: string
  readonly input: string
  readonly accessList?: readonly { readonly storageKeys: readonly string[] }[]
  readonly authorizationList?: readonly object[]
}

/** Of a block. */
export interface Moment {
  readonly number: number
  readonly timestamp: number
}

/**
 * The gas that the code of a transaction gets and uses. geth's tracers report the gas limit and the gas used of
 * the whole transaction instead.
 *
 * @param failure Parity's message
 * @param created the length of the new contract's code, in bytes
 */
export function topFrameGas(
  transaction: RpcTransaction,
  { structLogs }: StructLogs,
  rules: GethRules,
  moment: Moment,
  { failure, created }: { readonly failure?: string | undefined; readonly created: number },
): { readonly gas: string; readonly gasUsed: string } {
  const steps = structLogs.filter(({ depth }) => depth === 1)
  const [first, last] = [steps[0], steps.at(-1)]
  const gas = first?.gas ?? Number(transaction.gas) - intrinsicGas(transaction, rules, moment)
  const left = last === undefined ? gas : last.gas - last.gasCost
  const isOut = failure !== undefined && failure !== 'Reverted'
  const gasUsed = isOut ? gas : gas - left + 200 * created
  return { gas: `0x${gas.toString(16)}`, gasUsed: `0x${gasUsed.toString(16)}` }
}

/** What a transaction costs before its code runs (EIP-2, EIP-2028, EIP-2930, EIP-3860, EIP-7702). */
function intrinsicGas(
  { to, input, accessList = [], authorizationList = [] }: RpcTransaction,
  { homesteadBlock, istanbulBlock, shanghaiTime }: GethRules,
  { number, timestamp }: Moment,
): number {
  const bytes = Buffer.from(input.slice(2), 'hex')
  const zeros = bytes.filter((byte) => byte === 0).length
  const perByte = number >= (istanbulBlock ?? Infinity) ? 16 : 68
  const isCreation = to === null && number >= (homesteadBlock ?? Infinity)
  const hasInitCode = to === null && timestamp >= (shanghaiTime ?? Infinity)
  return (
    21_000 +
    (isCreation ? 32_000 : 0) +
    (hasInitCode ? 2 * Math.ceil(bytes.length / 32) : 0) +
    4 * zeros +
    perByte * (bytes.length - zeros) +
    accessList.reduce((sum, { storageKeys }) => sum + 2400 + 1900 * storageKeys.length, 0) +
    25_000 * authorizationList.length
  )
}
