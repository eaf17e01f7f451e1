import { secretArguments, secretMembers } from '../rpc/secretArguments.ts'
import { maskKey } from './maskKey.ts'
import { onOneLine } from './onOneLine.ts'

/** The most bytes of JSON that the parameters of a call take in the log. */
export const PARAMS_BYTES_MAX = 2048

/** How many characters of a text are logged: no phrase of 24 words is longer. */
const TEXT_LENGTH_MAX = 256

/** Deeper lists and objects are left out. */
const DEPTH_MAX = 8

/** What a note about omitted items takes at most, as JSON. */
const NOTE_BYTES = 32

/** What takes the place of a secret. */
const HIDDEN = '…'

/** Methods that only other nodes have, and that take private keys or passwords as plain texts. */
const otherMethodsOfSecrets = /^personal_|^evm_add\w*account$|import\w*key$/i

/** Members whose values are keys or other secrets, in lower case and without `_`. */
const namesOfSecrets: ReadonlySet<string> = new Set([
  ...[...secretMembers].map((name) => name.toLowerCase()),
  'key',
  'apikey',
  'privatekey',
  'secretkey',
  'secret',
  'token',
  'password',
  'passphrase',
  'mnemonic',
  'authorization',
])

/** What the names of methods look like. */
const methodName = /^[a-z]\w{1,15}[_.](?!.*[\da-f]{32})\w+$/i

const METHOD_LENGTH_MAX = 64

/** The name of a method as it is logged: a client may send a key in its place. */
export function loggedMethod(name: string): string {
  const start = name.slice(0, METHOD_LENGTH_MAX)
  return methodName.test(start) ? start : maskKey(name)
}

/** A call whose parameters are logged. */
export interface LoggedCall {
  /** the API key in its request */
  readonly key: string
  readonly method: string
  readonly params: unknown
  /** whether the method takes these parameters, as far as is known: only then 32 bytes are a hash and no private key */
  readonly isValid: boolean
}

/**
 * The parameters of a call as they are logged: at most `PARAMS_BYTES_MAX` bytes of JSON, with a note where something is
 * cut, and without API keys, private keys and passwords.
 */
export function loggedParams({ key, method, params, isValid }: LoggedCall): unknown {
  if (params === undefined) return undefined
  const secret = secretArguments(method)
  if (secret === undefined && otherMethodsOfSecrets.test(method)) return HIDDEN
  let shown = params
  if (secret !== undefined && secret.length > 0) {
    // Of arguments that the method refuses, any may be the secret.
    if (!isValid || !Array.isArray(params)) return HIDDEN
    shown = params.map((each: unknown, index) => (secret.includes(index) ? HIDDEN : each))
  }
  return new Shortener((text, isCut) => withoutSecrets(text, key, isValid, isCut)).copy(shown)
}

/** 32 bytes in hex: a private key, or a hash. */
const privateKeys = /(?<![\da-f])(?:0x)?[\da-f]{64}(?![\da-f])/gi

/** What may be the beginning of a private key, at the end of a text that was cut. */
const cutKey = /[\da-f]{8,64}$/i

/** Twelve words or more, as wallets derive keys from (BIP-39). */
const mnemonics = /\b(?:[a-z]{3,8}\s+){11,23}[a-z]{3,8}\b/gi

const mnemonicWord = /^\s*[a-z]{3,8}\s*$/i

/** Whether a list has the words of a mnemonic one by one. */
function isMnemonic(items: readonly unknown[]): boolean {
  const isWord = (item: unknown) => typeof item === 'string' && mnemonicWord.test(item)
  return items.length >= 12 && items.length <= 24 && items.every(isWord)
}

/** A URL: its origin without a user name and password, and the rest, which may contain an API key. */
const url = /([a-z][a-z\d+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s/?#@]*)[^\s]*/gi

function withoutPrivateKeys(text: string, isCut: boolean): string {
  const shown = text.replace(privateKeys, (whole) => `${whole.slice(0, 6)}… (32 bytes)`)
  return isCut ? shown.replace(cutKey, '') : shown
}

/** A key with fewer characters may be a part of any word. */
const LONG_KEY = 8

/** @param text of at most `TEXT_LENGTH_MAX` characters, because the pattern of URLs is slow for long ones */
function withoutSecrets(text: string, key: string, isValid: boolean, isCut: boolean): string {
  if (text === key) return HIDDEN
  const withoutKeys = isValid ? text : withoutPrivateKeys(text, isCut)
  const withoutUrls = withoutKeys
    .replace(mnemonics, HIDDEN)
    .replace(url, (whole, scheme: string, host: string) => {
      const origin = scheme + host
      return origin === whole ? whole : `${origin}/…`
    })
  return key.length < LONG_KEY ? withoutUrls : withoutUrls.replaceAll(key, maskKey(key))
}

/** Copies JSON values, as much of them as a log line has space for. */
class Shortener {
  readonly #hideSecrets: (text: string, isCut: boolean) => string
  #bytesLeft = PARAMS_BYTES_MAX

  constructor(hideSecrets: (text: string, isCut: boolean) => string) {
    this.#hideSecrets = hideSecrets
  }

  /**
   * @param depth of the value
   * @returns undefined if too little space is left
   */
  copy(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.#leaf(this.#text(value))
    if (typeof value !== 'object' || value === null) return this.#leaf(value)
    const isList = Array.isArray(value)
    if (isList && isMnemonic(value)) return this.#leaf(HIDDEN)
    if (depth === DEPTH_MAX) return this.#leaf(isList ? '[…]' : '{…}')
    // Whether a note is needed is known only at the end.
    if (!this.#take(NOTE_BYTES + '[],'.length)) return undefined
    return isList ? this.#list(value, depth + 1) : this.#object(value, depth + 1)
  }

  #list(items: readonly unknown[], depth: number): unknown[] {
    const copied: unknown[] = []
    for (const item of items) {
      const copy = this.copy(item, depth)
      if (copy === undefined) {
        copied.push(noteOf(items.length - copied.length))
        break
      }
      copied.push(copy)
    }
    return copied
  }

  #object(members: object, depth: number): object {
    const entries = Object.entries(members)
    const copied: [string, unknown][] = []
    for (const [name, value] of entries) {
      const text = this.#text(name)
      const isSecret = namesOfSecrets.has(name.toLowerCase().replaceAll('_', ''))
      const hasSpace = this.#leaf(text) !== undefined
      const copy = hasSpace ? this.copy(isSecret ? HIDDEN : value, depth) : undefined
      if (copy === undefined) {
        copied.push(['…', noteOf(entries.length - copied.length)])
        break
      }
      copied.push([text, copy])
    }
    // Not by assignment: a member may be named `__proto__`.
    return Object.fromEntries(copied)
  }

  #text(text: string): string {
    const cut = text.length - TEXT_LENGTH_MAX
    if (cut <= 0) return this.#hideSecrets(text, false)
    return `${this.#hideSecrets(text.slice(0, TEXT_LENGTH_MAX), true)}… (${cut} characters more)`
  }

  #leaf<Leaf>(value: Leaf): Leaf | undefined {
    const bytes = Buffer.byteLength(onOneLine(JSON.stringify(value)))
    return this.#take(bytes + ','.length) ? value : undefined
  }

  #take(bytes: number): boolean {
    if (bytes > this.#bytesLeft) return false
    this.#bytesLeft -= bytes
    return true
  }
}

function noteOf(omitted: number): string {
  return `… (${omitted} more)`
}
