// What a browser wallet puts into every page: an EIP-1193 provider as `window.ethereum`, announced as EIP-6963 says. It
// uses the accounts of its node, to which it has a WebSocket.

type Listener = (value: unknown) => void

interface Response {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  readonly params?: unknown
}

interface RequestArguments {
  readonly method: string
  readonly params?: readonly unknown[] | undefined
}

class WalletProvider {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #pending = new Map<number, (response: Response) => void>()
  readonly #socket: Promise<WebSocket>
  #requests = 0
  #isConnected = false

  constructor(url: string) {
    const socket = new WebSocket(url)
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(data)))
    socket.addEventListener('close', () => this.#emit('disconnect', { code: 4900 }))
    this.#socket = new Promise((resolve) => {
      socket.addEventListener('open', () => resolve(socket))
    })
  }

  async request({ method, params = [] }: RequestArguments): Promise<unknown> {
    // A page sees no account before its user has agreed to connect.
    if (method === 'eth_accounts' && !this.#isConnected) return []
    const result = await this.#call(method, params)
    if (method === 'eth_requestAccounts' && !this.#isConnected) {
      this.#isConnected = true
      this.#emit('accountsChanged', result)
    }
    return result
  }

  on(event: string, listener: Listener): this {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(listener))
    return this
  }

  removeListener(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener)
    return this
  }

  async #call(method: string, params: readonly unknown[]): Promise<unknown> {
    const socket = await this.#socket
    const id = ++this.#requests
    const response = new Promise<Response>((resolve) => this.#pending.set(id, resolve))
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    const { result, error } = await response
    if (error !== undefined) throw Object.assign(new Error(error.message), error)
    return result
  }

  #receive(message: Response): void {
    if (message.id === undefined) {
      this.#emit('message', { type: 'eth_subscription', data: message.params })
      return
    }
    this.#pending.get(message.id)?.(message)
    this.#pending.delete(message.id)
  }

  #emit(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(value)
  }
}

/** Makes the wallet known to the page. @param url the WebSocket of its node */
export function install(url: string): void {
  const provider = new WalletProvider(url)
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Test Wallet',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: 'test.wallet',
  }
  const announce = () => {
    const detail = Object.freeze({ info, provider })
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  Object.assign(window, { ethereum: provider })
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
