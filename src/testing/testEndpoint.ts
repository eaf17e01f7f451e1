import { OmmerError } from '../primitives/errors.ts'
import { TEST_SERVER_VARIABLE } from '../primitives/ownVariables.ts'
import { isWellFormedKey } from '../server/apiKey.ts'
import { RemoteEndpoint, type ServerAddress } from './remoteEndpoint.ts'
import { type ChainSource, SharedChain } from './sharedChain.ts'

/** An endpoint as a test sees it: over the network, because the server may run in another process. */
export type TestEndpoint = RemoteEndpoint

/** A server in this process, which has no set-up of its own. */
let own: { readonly address: ServerAddress; readonly source: ChainSource } | undefined

/** The chains that were read, by folder. */
const shared = new Map<string, SharedChain>()

/** Lets `testEndpoint` use a server of this process; undefined for the server of the set-up. */
export function useOwnServer(server: typeof own): void {
  own = server
}

/**
 * An endpoint of the server that the set-up started, by any key.
 *
 * @throws {OmmerError} if the set-up is missing, or the key is not well-formed
 */
export function testEndpoint(key: string): TestEndpoint {
  const { address, source } = own ?? serverOfSetup()
  if (!isWellFormedKey(key)) {
    throw new OmmerError('INVALID_KEY', 'key: want 1 to 128 letters, digits, "_", "." and "-"')
  }
  return new RemoteEndpoint(key, address, source)
}

/** The folder for pictures of the endpoints of tests that fail; undefined if the set-up does not ask for any. */
export function picturesFolder(): string | undefined {
  const { address } = own ?? serverOfSetup()
  return address.pictures
}

/** The text of the variable and what it means, because parsing it takes longer than a comparison. */
let known: { readonly text: string; readonly address: ServerAddress } | undefined

function serverOfSetup() {
  const text = process.env[TEST_SERVER_VARIABLE]
  if (text === undefined) {
    const problem = `${TEST_SERVER_VARIABLE} is not set: name a file in the global set-up of the test runner that exports ommerSetup()`
    throw new OmmerError('NO_TEST_SERVER', problem)
  }
  if (known?.text !== text) known = { text, address: JSON.parse(text) as ServerAddress }
  const { address } = known
  const folder = address.chainFolder as string
  const source = shared.get(folder) ?? new SharedChain(folder)
  shared.set(folder, source)
  return { address, source }
}
