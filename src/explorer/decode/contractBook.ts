import * as AbiError from 'ox/AbiError'
import { type Abi, type AbiItem, selectorOf, signatureOf, topicOf } from './abi.ts'
import { type DecodedParameter, decodeParameters } from './abiDecode.ts'
import { separated } from './units.ts'

/** A contract whose ABI is known. */
export interface KnownContract {
  readonly address: string
  readonly role: string
  readonly name: string
  readonly symbol: string | null
  /** the number of a block; undefined if that is not known */
  readonly deployedAt: number | undefined
  readonly abi: Abi
}

/** A call, log or error in the words of an ABI. */
export interface Decoded {
  readonly item: AbiItem
  readonly signature: string
  readonly parameters: readonly DecodedParameter[]
  /** whether the ABI is that of the contract itself, and not of another one with the same signature */
  readonly isCertain: boolean
}

interface Index {
  readonly functions: ReadonlyMap<string, AbiItem>
  readonly errors: ReadonlyMap<string, AbiItem>
  /** several events can share a signature and differ in what is indexed */
  readonly events: ReadonlyMap<string, readonly AbiItem[]>
  readonly anonymous: readonly AbiItem[]
}

const EMPTY: Index = { functions: new Map(), errors: new Map(), events: new Map(), anonymous: [] }

/** How many bytes are decoded at most: more would not be read by anybody. */
const BYTES_MAX = 64 * 1024

/** What the compiler gives as a reason that has no text. */
const PANICS: Readonly<Record<string, string>> = AbiError.panicReasons

const BUILT_IN: Abi = [
  { type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] },
]

/** The contracts of a chain: their names, and what their calls and logs mean. */
export class ContractBook {
  readonly contracts: readonly KnownContract[]
  readonly #byAddress: ReadonlyMap<string, KnownContract>
  readonly #indexes = new Map<Abi, Index>()
  #all: Index | undefined

  constructor(contracts: readonly KnownContract[]) {
    this.contracts = contracts
    this.#byAddress = new Map(contracts.map((each) => [each.address.toLowerCase(), each]))
  }

  find(address: string): KnownContract | undefined {
    return this.#byAddress.get(address.toLowerCase())
  }

  /** What a call of an address means; undefined if no ABI has its selector, or the data has another format. */
  call(address: string, data: string): Decoded | undefined {
    if (data.length < 10) return undefined
    const selector = data.slice(0, 10).toLowerCase()
    return this.#first(address, (index) => {
      const item = index.functions.get(selector)
      return item && attempt(item, `0x${data.slice(10)}`)
    })
  }

  /** What a log means. */
  log(address: string, topics: readonly string[], data: string): Decoded | undefined {
    return (
      this.#first(address, (index) => {
        const [topic, ...indexed] = topics
        const named = topic === undefined ? [] : (index.events.get(topic.toLowerCase()) ?? [])
        for (const item of named) {
          const decoded = attemptLog(item, indexed, data)
          if (decoded !== undefined) return decoded
        }
        return undefined
      }) ?? this.#anonymousLog(address, topics, data)
    )
  }

  /** What the data of a revert means. */
  error(address: string | undefined, data: string): Decoded | undefined {
    if (data.length < 10) return undefined
    const selector = data.slice(0, 10).toLowerCase()
    const decode = (index: Index) => {
      const item = index.errors.get(selector)
      return item && attempt(item, `0x${data.slice(10)}`)
    }
    const builtIn = decode(this.#index(BUILT_IN))
    if (builtIn !== undefined) return { ...builtIn, isCertain: true }
    return this.#first(address ?? '', decode)
  }

  #first(
    address: string,
    decode: (index: Index) => Omit<Decoded, 'isCertain'> | undefined,
  ): Decoded | undefined {
    const own = this.find(address)
    const decoded = own && decode(this.#index(own.abi))
    if (decoded !== undefined) return { ...decoded, isCertain: true }
    this.#all ??= this.#index(this.contracts.flatMap(({ abi }) => abi))
    const other = decode(this.#all)
    return other && { ...other, isCertain: false }
  }

  /** A log without a signature can only be told by its shape, so only the contract's own ABI is used. */
  #anonymousLog(address: string, topics: readonly string[], data: string): Decoded | undefined {
    const own = this.find(address)
    if (own === undefined) return undefined
    for (const item of this.#index(own.abi).anonymous) {
      const decoded = attemptLog(item, topics, data)
      if (decoded !== undefined) return { ...decoded, isCertain: true }
    }
    return undefined
  }

  #index(abi: Abi): Index {
    let index = this.#indexes.get(abi)
    if (index === undefined) {
      index = abi.length === 0 ? EMPTY : indexOf(abi)
      this.#indexes.set(abi, index)
    }
    return index
  }
}

/** The reason of a revert in a few words: `Error("too late")`. */
export function reasonText({ item, parameters }: Decoded): string {
  if (item.name === 'Panic') {
    const code = String(parameters[0]?.value)
    return `Panic(${code}): ${PANICS[code] ?? 'an unknown reason'}`
  }
  return `${item.name}(${parameters.map(({ value }) => valueText(value)).join(', ')})`
}

/** A decoded value as one line of text. */
export function valueText(value: DecodedParameter['value']): string {
  if (typeof value === 'string') return /^0x[0-9a-f]*$/.test(value) ? value : JSON.stringify(value)
  if (typeof value === 'bigint') return separated(value)
  if (typeof value === 'boolean') return String(value)
  if ('members' in value) {
    return `{ ${value.members.map((each) => `${each.name}: ${valueText(each.value)}`).join(', ')} }`
  }
  return `[${value.map(valueText).join(', ')}]`
}

function indexOf(abi: Abi): Index {
  const functions = new Map<string, AbiItem>()
  const errors = new Map<string, AbiItem>()
  const events = new Map<string, AbiItem[]>()
  const anonymous: AbiItem[] = []
  const seen = new Set<string>()
  for (const item of abi) {
    const key = JSON.stringify(item)
    if (seen.has(key)) continue
    seen.add(key)
    if (item.type === 'function') functions.set(selectorOf(item), item)
    else if (item.type === 'error') errors.set(selectorOf(item), item)
    else if (item.type === 'event' && item.anonymous === true) anonymous.push(item)
    else if (item.type === 'event') {
      const topic = topicOf(item)
      events.set(topic, [...(events.get(topic) ?? []), item])
    }
  }
  return { functions, errors, events, anonymous }
}

function attempt(item: AbiItem, data: string): Omit<Decoded, 'isCertain'> | undefined {
  if (data.length > 2 * BYTES_MAX) return undefined
  try {
    const parameters = decodeParameters(item.inputs ?? [], data)
    return { item, signature: signatureOf(item), parameters }
  } catch {
    // The data has this selector by chance, or was written to look so.
    return undefined
  }
}

/** @param topics without that of the signature */
function attemptLog(
  item: AbiItem,
  topics: readonly string[],
  data: string,
): Omit<Decoded, 'isCertain'> | undefined {
  const inputs = item.inputs ?? []
  const indexed = inputs.filter((each) => each.indexed)
  if (indexed.length !== topics.length || data.length > 2 * BYTES_MAX) return undefined
  try {
    const others = inputs.filter((each) => !each.indexed)
    const plain = [...decodeParameters(others, data)]
    const rest = [...topics]
    const parameters = inputs.map((input) => {
      if (!input.indexed) return plain.shift() as DecodedParameter
      return indexedParameter(input, rest.shift() as string)
    })
    return { item, signature: signatureOf(item), parameters }
  } catch {
    return undefined
  }
}

/** Texts, lists and tuples are hashed when they are indexed, so only the hash is known. */
function indexedParameter(
  input: NonNullable<AbiItem['inputs']>[number],
  topic: string,
): DecodedParameter {
  const isHashed = /^(?:bytes|string|tuple)$|\]$/.test(input.type)
  if (isHashed) return { name: input.name ?? '', type: `hash of ${input.type}`, value: topic }
  return decodeParameters([input], topic)[0] as DecodedParameter
}
