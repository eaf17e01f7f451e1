import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { type Abi, readAbi } from '../decode/abi.ts'
import { ContractBook, type KnownContract } from '../decode/contractBook.ts'
import { useSession } from '../sessionContext.ts'
import type { Session } from '../store/session.ts'

/** The names of contracts and accounts, and the ABIs of contracts. */
export interface NameBook extends ContractBook {
  /** such as `Account 0` for the first account that the server signs for; undefined for addresses that nobody has named */
  readonly accounts: ReadonlyMap<string, string>
}

/** Between two requests for the list of contracts, in milliseconds. A chain has few new ones. */
const RELOAD_DELAY = 3_000

/** How many pages of 1,000 contracts are read. */
const PAGES_MAX = 5

/** How many addresses are looked up while the head stays the same: as many as one request may name. */
const ASKED_MAX = 256

const ADDRESS = /^0x[0-9a-f]{40}$/i

const books = new WeakMap<Session, NameStore>()

/** The names that the page knows. The component is drawn again when there are more. */
export function useNames(): NameBook {
  return namesOf(useSession()).value
}

export function namesOf(session: Session): ReadonlySignal<NameBook> {
  return storeOf(session).book
}

/** Keeps an ABI that a person has given for a contract, until the page is closed. */
export function rememberAbi(session: Session, address: string, abi: Abi): void {
  storeOf(session).remember(address, abi)
}

function storeOf(session: Session): NameStore {
  let store = books.get(session)
  if (store === undefined) {
    store = new NameStore(session)
    books.set(session, store)
  }
  return store
}

class NameStore {
  readonly book: Signal<NameBook>
  readonly #session: Session
  /** the artifacts of contracts that are not listed, by address */
  readonly #found = new Map<string, Artifact>()
  readonly #artifacts = new Map<string, Artifact>()
  /** the addresses that were looked up in the state of the head */
  readonly #asked = new Set<string>()
  /** those that are looked up next */
  #wanted = new Set<string>()
  readonly #given = new Map<string, Abi>()
  #accounts: ReadonlyMap<string, string> = new Map()
  #listed: readonly KnownContract[] = []
  #listedText = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(session: Session) {
    this.#session = session
    this.book = signal(this.#createBook())
    effect(() => {
      // Another head may have other contracts.
      session.head.value
      this.#asked.clear()
    })
    effect(() => {
      const permissions = session.permissions.value
      const head = session.head.value
      if (permissions === undefined || permissions.methods === 'core' || head === undefined) return
      this.#reloadLater(this.#listedText === '' ? 0 : RELOAD_DELAY)
    })
  }

  remember(address: string, abi: Abi): void {
    this.#given.set(address.toLowerCase(), abi)
    this.#publish()
  }

  #reloadLater(delay: number): void {
    this.#timer ??= setTimeout(() => {
      this.#load().then(
        () => {
          this.#timer = undefined
        },
        () => {
          // Without names the page shows addresses. The next move of the head tries again.
          this.#timer = undefined
        },
      )
    }, delay)
  }

  async #load(): Promise<void> {
    const { addresses, connection } = this.#session
    if (this.#accounts.size === 0) {
      const accounts = await connection.request<readonly string[]>('eth_accounts').catch(() => [])
      this.#accounts = new Map(
        accounts.map((address, index) => [address.toLowerCase(), `Account ${index}`]),
      )
    }
    const text = await contractsText(addresses.contracts)
    if (text === this.#listedText) return
    this.#listedText = text
    this.#listed = text.split('\n').flatMap((page) => JSON.parse(page) as KnownContract[])
    this.#publish()
  }

  /** Looks up a contract that is not listed, with all others that are wanted at the same time. */
  #want(address: string): void {
    const { artifacts = 0 } = this.#session.permissions.peek() ?? {}
    if (artifacts === 0 || this.#asked.has(address) || this.#asked.size >= ASKED_MAX) return
    this.#asked.add(address)
    if (this.#wanted.size === 0) queueMicrotask(() => void this.#lookUp().catch(() => {}))
    this.#wanted.add(address)
  }

  async #lookUp(): Promise<void> {
    const addresses = [...this.#wanted]
    this.#wanted = new Set()
    const { connection } = this.#session
    const answer = await connection.request<ContractsAnswer>('ommer_contracts', [addresses])
    const artifacts = answer.artifacts.map((each) => this.#known(each))
    let isChanged = false
    for (const [at, address] of addresses.entries()) {
      const artifact = artifacts[answer.contracts[at] ?? -1]
      // A contract may be gone after a revert, and another one at its address.
      if (artifact === this.#found.get(address)) continue
      if (artifact === undefined) this.#found.delete(address)
      else this.#found.set(address, artifact)
      isChanged = true
    }
    if (isChanged) this.#publish()
  }

  /** The same object for the same artifact. */
  #known({ name, abi }: ContractsAnswer['artifacts'][number]): Artifact {
    const text = JSON.stringify(abi)
    const key = `${name} ${text}`
    let artifact = this.#artifacts.get(key)
    if (artifact === undefined) {
      artifact = { name, abi: validAbi(text) }
      this.#artifacts.set(key, artifact)
    }
    return artifact
  }

  #publish(): void {
    this.book.value = this.#createBook()
  }

  #createBook(): NameBook {
    const facts = { role: 'contract', symbol: null, deployedAt: undefined } as const
    const found = [...this.#found].map(([address, artifact]) => ({
      address,
      ...artifact,
      ...facts,
    }))
    const contracts = [...this.#listed, ...found]
    return bookOf(contracts, this.#accounts, this.#given, (address) => this.#want(address))
  }
}

type Artifact = Pick<KnownContract, 'name' | 'abi'>

/** What `ommer_contracts` returns. */
interface ContractsAnswer {
  readonly artifacts: readonly { readonly name: string; readonly abi: unknown }[]
  /** for each address the index of its artifact */
  readonly contracts: readonly (number | null)[]
}

/** An ABI as JSON; an empty one if it is not valid. */
function validAbi(text: string): Abi {
  try {
    return readAbi(text)
  } catch {
    return []
  }
}

/** Finds contracts, and says which it does not have. */
class SearchedBook extends ContractBook {
  readonly #want: (address: string) => void

  constructor(contracts: readonly KnownContract[], want: (address: string) => void) {
    super(contracts)
    this.#want = want
  }

  override find(address: string): KnownContract | undefined {
    const found = super.find(address)
    // One that no list has is looked up at each head.
    if (found?.deployedAt === undefined && ADDRESS.test(address)) this.#want(address.toLowerCase())
    return found
  }
}

/** The pages of the list, each in its line. */
async function contractsText(address: string): Promise<string> {
  const pages: string[] = []
  let next: string | undefined = address
  while (next !== undefined && pages.length < PAGES_MAX) {
    const response: Response = await fetch(next)
    if (!response.ok) throw new Error(`the list of contracts has status ${response.status}`)
    pages.push((await response.text()).replaceAll('\n', ' '))
    const [, query] = /<[^?>]*(\?[^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
    next = query === undefined ? undefined : address + query
  }
  return pages.join('\n')
}

function bookOf(
  listed: readonly KnownContract[],
  accounts: ReadonlyMap<string, string>,
  given: ReadonlyMap<string, Abi>,
  want: (address: string) => void,
): NameBook {
  const contracts = listed.map((each) => {
    const abi = given.get(each.address)
    return abi === undefined ? each : { ...each, abi }
  })
  const known = new Set(listed.map(({ address }) => address))
  const others = [...given].filter(([address]) => !known.has(address))
  const added = others.map(([address, abi]) => ({
    address,
    abi,
    role: 'contract',
    name: '',
    symbol: null,
    deployedAt: undefined,
  }))
  return Object.assign(new SearchedBook([...contracts, ...added], want), { accounts })
}
