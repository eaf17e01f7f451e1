import * as AbiItem from 'ox/AbiItem'
import * as AbiParameters from 'ox/AbiParameters'
import { contractAbis } from '../chain/contracts/contract.ts'
import { type Hex, toHex } from '../primitives/hex.ts'
import type { NamedAbi } from '../solidity/artifact.ts'

/** A function or an error of an ABI. */
interface Described {
  readonly name: string
  readonly type: 'function' | 'error'
  readonly inputs: readonly { readonly name?: string; readonly type: string }[]
  /** of the contract that has it; undefined if several have */
  readonly contract: string | undefined
}

/** Of the text of a selector. */
const SELECTOR_LENGTH = 10

/** How many characters of arguments are written. */
const ARGUMENTS_MAX = 200

/** The functions and errors that the terminal can name. */
export class KnownAbis {
  readonly #functions = new Map<Hex, Described>()
  readonly #errors = new Map<Hex, Described>()

  constructor(abis: readonly NamedAbi[]) {
    for (const [role, abi] of Object.entries(contractAbis)) this.#add({ name: role, abi })
    for (const each of abis) this.#add(each)
  }

  #add({ name: contract, abi }: NamedAbi): void {
    for (const item of abi) {
      if (!isDescribed(item)) continue
      const known = item.type === 'error' ? this.#errors : this.#functions
      const selector = selectorOf(item)
      if (selector === undefined) continue
      const isShared = known.has(selector) && known.get(selector)?.contract !== contract
      known.set(selector, { ...item, contract: isShared ? undefined : contract })
    }
  }

  /** What a call calls: `Counter.increment()`; its selector if no ABI has it, and undefined if it has none. */
  functionOf(data: Hex): string | undefined {
    if (data.length < SELECTOR_LENGTH) return undefined
    const selector = data.slice(0, SELECTOR_LENGTH).toLowerCase() as Hex
    const found = this.#functions.get(selector)
    if (found === undefined) return selector
    const types = found.inputs.map(({ type }) => type).join(',')
    return `${prefix(found)}${found.name}(${types})`
  }

  /** The custom error with which a contract has reverted, with its arguments; undefined if no ABI has it. */
  errorOf(data: Uint8Array): string | undefined {
    const found = this.#errors.get(toHex(data.subarray(0, 4)))
    if (found === undefined) return undefined
    return `${prefix(found)}${found.name}(${argumentsOf(found, data.subarray(4))})`
  }
}

function isDescribed(item: object): item is Omit<Described, 'contract'> {
  const { type, name, inputs } = item as Partial<Described>
  return (
    (type === 'function' || type === 'error') && typeof name === 'string' && Array.isArray(inputs)
  )
}

/** @returns undefined if the ABI is not valid */
function selectorOf(item: Omit<Described, 'contract'>): Hex | undefined {
  try {
    return AbiItem.getSelector(item as AbiItem.AbiItem)
  } catch {
    return undefined
  }
}

function prefix({ contract }: Described): string {
  return contract === undefined ? '' : `${contract}.`
}

function argumentsOf({ inputs }: Described, data: Uint8Array): string {
  let values: readonly unknown[]
  try {
    values = AbiParameters.decode(inputs, data, { as: 'Array' }) as readonly unknown[]
  } catch {
    return '…'
  }
  const text = values.map((value, at) => named(inputs[at]?.name, textOf(value))).join(', ')
  return text.length > ARGUMENTS_MAX ? `${text.slice(0, ARGUMENTS_MAX)}…` : text
}

function named(name: string | undefined, value: string): string {
  return name ? `${name}: ${value}` : value
}

function textOf(value: unknown): string {
  return typeof value === 'bigint'
    ? value.toString()
    : JSON.stringify(value, (_, each: unknown) =>
        typeof each === 'bigint' ? each.toString() : each,
      )
}
