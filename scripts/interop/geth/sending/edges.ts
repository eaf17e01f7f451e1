import {
  fieldsByType,
  type TransactionFieldName,
} from '../../../../src/chain/encoding/transactionFields.ts'
import type { FieldValues } from '../../../../src/chain/execution/signItems.ts'
import type { SendingRules } from '../../../../src/pool/validateSent.ts'
import { toBigInt, toMinimalBytes } from '../../../../src/primitives/hex.ts'
import type { Random } from '../../../../src/primitives/random.ts'
import type { RlpItem } from '../../../../src/primitives/rlp.ts'
import type { Draft, TransactionType } from './drafts.ts'

export interface EdgeOfField {
  readonly label: string
  readonly values: FieldValues
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const powers = [8n, 53n, 63n, 64n, 128n, 255n, 256n, 264n].map((bits) => 2n ** bits)
const quantities = [0n, 1n, ...powers.flatMap((power) => [power - 1n, power, power + 1n])]

/** Chooses a field and gives it a value at the edge of what is accepted. */
export function edgeOfField(
  draft: Draft,
  { gasLimit, chainId }: SendingRules,
  random: Random,
): EdgeOfField {
  const { type, values } = draft
  const name = random.pick(fieldsByType[type] as readonly TransactionFieldName[])
  const edge = (value: FieldValues[TransactionFieldName], label = String(value)): EdgeOfField => ({
    label: `${name} ${label}`,
    values: { [name]: value },
  })
  switch (name) {
    case 'gas':
      return edgeOfGas(draft, gasLimit, random)
    case 'to': {
      const length = random.pick([0, 0, 1, 19, 21, 20])
      return edge(random.bytes(length), `${length} bytes`)
    }
    case 'input':
      return edgeOfInput(type, random)
    case 'chainId':
      return edge(random.pick([BigInt(chainId) + 1n, ...quantities]))
    case 'accessList':
    case 'authorizationList':
    case 'blobVersionedHashes':
      return edge(random.pick<RlpItem>([[], new Uint8Array(0), [[]], [random.bytes(32)]]), 'odd')
    case 'gasPrice':
    case 'maxFeePerGas':
    case 'maxPriorityFeePerGas':
      return edgeOfFee(name, values, random)
    default:
      return edge(random.pick(quantities))
  }
}

/** Prices, some of which make the fee about an ether. */
function edgeOfFee(
  name: 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas',
  values: FieldValues,
  random: Random,
): EdgeOfField {
  const ether = 10n ** 18n / (values.gas as bigint)
  const around = [-1n, 0n, 1n, ether / 200n, ether / 100n, ether, 7n * ether].map(
    (add) => ether + add,
  )
  const other = values.maxFeePerGas as bigint
  const value = random.pick([...around, ...around, other, other + 1n, ...quantities])
  const isBoth = name === 'maxFeePerGas' && random.chance(1, 2)
  return {
    label: `${name} ${value}`,
    values: { [name]: value, ...(isBoth ? { maxPriorityFeePerGas: value } : {}) },
  }
}

/** Limits of gas, also around what the input costs. */
function edgeOfGas(draft: Draft, gasLimit: bigint, random: Random): EdgeOfField {
  const { values } = draft
  const input = random.bytes(random.pick([0, 1, 40, 1000]))
  if (random.chance(1, 2)) input.fill(0, 0, input.length >> 1)
  const zeros = BigInt(input.filter((byte) => byte === 0).length)
  const others = BigInt(input.length) - zeros
  const isCreation = values.to === undefined
  const words = isCreation ? 2n * BigInt(Math.ceil(input.length / 32)) : 0n
  const creation = isCreation ? 32_000n : 0n
  const needed = 21_000n + creation + 4n * zeros + 16n * others + words
  const floor = 21_000n + 10n * (zeros + 4n * others)
  const old = 21_000n + creation + 4n * zeros + 68n * others
  const { to, value, base } = drawRecipient(draft, random)
  const ofAmsterdam = [
    base + 4n * zeros + 16n * others + words,
    base + 64n * (zeros + others),
    12_000n,
    15_000n,
    204_600n,
    2n ** 32n - 1n,
    2n ** 32n,
  ]
  const all = [needed, floor, old, 21_000n, gasLimit, 2n ** 24n, 2n ** 64n - 1n, ...ofAmsterdam]
  const gas = random.pick(all) + random.pick([-1n, 0n, 1n])
  const accessList: RlpItem = random.chance(1, 2) ? [] : (values.accessList as RlpItem)
  const fees = { gasPrice: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
  return {
    label: `gas ${gas} with ${input.length} bytes`,
    values: { gas, input, accessList, to, value, ...fees },
  }
}

/** Recipients and values that have a price of their own in Amsterdam (EIP-2780). */
function drawRecipient({ sender, values }: Draft, random: Random) {
  const { to, value } = values as { readonly to: Uint8Array | undefined; readonly value: bigint }
  if (to === undefined) return { to, value, base: 24_000n }
  const kind = random.below(3)
  if (kind === 0) return { to: sender.address, value, base: 12_000n }
  if (kind === 1) return { to, value: 0n, base: 15_000n }
  return { to, value: 1n, base: 21_000n }
}

function edgeOfInput(type: TransactionType, random: Random): EdgeOfField {
  const isInitcode = type < 3 && random.chance(1, 2)
  const sizes = isInitcode ? [49_151, 49_152, 49_153] : [1, 55, 56, 130_800, 131_072, 140_000]
  const size = random.pick(sizes)
  const input = new Uint8Array(size).fill(random.pick([0, 1, 0x7f, 0x80]))
  // The limits of sizes depend on all other bytes, so some are searched around the limit.
  const trimmed = size === 131_072 ? input.subarray(random.between(120, 500)) : input
  return {
    label: `input of ${trimmed.length}${isInitcode ? ' to create' : ''}`,
    values: {
      input: trimmed,
      gas: 10_000_000n,
      ...(isInitcode ? { to: undefined } : {}),
    },
  }
}

/** Changes a signature after it was made. */
export function edgeOfSignature(
  type: TransactionType,
  items: readonly RlpItem[],
  random: Random,
): { readonly label: string; readonly items: readonly RlpItem[] } {
  const [v, r, s] = items.slice(-3).map((item) => toBigInt(item as Uint8Array)) as [
    bigint,
    bigint,
    bigint,
  ]
  const kind = random.below(4)
  const changed =
    kind === 0
      ? {
          v: random.pick([
            ...quantities,
            26n,
            27n,
            28n,
            29n,
            34n,
            35n,
            36n,
            v + 1n,
            v ^ 1n,
            v + 2n,
          ]),
        }
      : kind === 1
        ? { r: random.pick([...quantities, ORDER, ORDER - 1n, ORDER + 1n, r + 1n, 5n]) }
        : kind === 2
          ? { s: random.pick([...quantities, ORDER - s, ORDER / 2n, ORDER / 2n + 1n, s + 1n]) }
          : { v: type === 0 ? (v % 2n === 0n ? v - 1n : v + 1n) : 1n - v, s: ORDER - s }
  const signature = { v, r, s, ...changed }
  return {
    label: JSON.stringify(changed, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
    items: [
      ...items.slice(0, -3),
      ...[signature.v, signature.r, signature.s].map((each) =>
        toMinimalBytes(each < 0n ? 0n : each),
      ),
    ],
  }
}
