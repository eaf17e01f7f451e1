import { RecordError } from '../recordError.ts'

/** Shorter texts are words as any, and to take them out of a message would garble it. */
const SECRET_LENGTH_MIN = 6

/** Where a node is and what it is to be told of who asks, which nobody else may read. */
export class NodeAddress {
  /** without a user and a password, which `fetch` does not take */
  readonly url: string
  readonly headers: Headers
  /** the address as people may see it: providers put the key into path or query */
  readonly name: string
  readonly #secrets: readonly string[]

  /**
   * @param headers each `Name: value`
   * @throws {RecordError} where the address or a header cannot be used
   */
  constructor(address: string, headers: readonly string[] = []) {
    const url = parseUrl(address)
    this.headers = parseHeaders(headers)
    const credentials = [url.username, url.password].map(decode)
    if (url.username !== '' || url.password !== '') {
      this.headers.set(
        'authorization',
        `Basic ${Buffer.from(credentials.join(':')).toString('base64')}`,
      )
    }
    const hidden = url.pathname !== '/' || url.search !== '' || url.username !== ''
    this.name = hidden ? `${url.origin}/***` : url.origin
    const secrets = [
      ...credentials,
      ...url.pathname.split('/'),
      ...url.searchParams.values(),
      ...this.headers.values(),
      ...[...this.headers.values()].flatMap((value) => value.split(' ')),
    ]
    // The longest first: one may stand in another.
    this.#secrets = secrets
      .filter(({ length }) => length >= SECRET_LENGTH_MIN)
      .sort((one, other) => other.length - one.length)
    url.username = ''
    url.password = ''
    url.hash = ''
    this.url = url.href
    this.headers.set('content-type', 'application/json')
    this.headers.set('accept', 'application/json')
  }

  /** What somebody said, without the secrets that he may have repeated. */
  mask(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parseUrl(address: string): URL {
  let url: URL
  try {
    url = new URL(address)
  } catch (cause) {
    throw new RecordError('it is not an address such as http://127.0.0.1:8545', {
      option: 'rpc',
      cause,
    })
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RecordError(`${url.protocol} is not http: or https:`, { option: 'rpc' })
  }
  return url
}

function parseHeaders(lines: readonly string[]): Headers {
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    try {
      headers.append(line.slice(0, Math.max(0, colon)), line.slice(colon + 1).trim())
    } catch (cause) {
      // What it is must not be seen, for it may be a key.
      throw new RecordError("it is not like 'Name: value'", { option: 'headers', cause })
    }
  }
  return headers
}
