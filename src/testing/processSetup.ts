import { OmmerError } from '../primitives/errors.ts'
import { TEST_SERVER_VARIABLE } from '../primitives/ownVariables.ts'
import type { SetupOptions } from './setupOptions.ts'
import type { TestServer } from './testServer.ts'

/** A set-up and a tear-down that a test runner calls separately. */
export interface ProcessSetup {
  /** @throws {OmmerError} */
  setUp(options: SetupOptions): Promise<void>
  tearDown(): Promise<void>
}

/** Creates a set-up that passes the address of its server to the processes that this one starts. */
export function processSetup(): ProcessSetup {
  let server: TestServer | undefined
  return {
    async setUp(options) {
      if (process.env[TEST_SERVER_VARIABLE] !== undefined) {
        const problem = 'ommerSetup: another set-up has started a server already: use only one'
        throw new OmmerError('SETUP_EXISTS', problem)
      }
      const { startTestServer } = await import('./testServer.ts')
      server = await startTestServer(options)
      process.env[TEST_SERVER_VARIABLE] = JSON.stringify(server.address)
    },
    async tearDown() {
      if (server === undefined) return
      delete process.env[TEST_SERVER_VARIABLE]
      const started = server
      server = undefined
      await started.close()
    },
  }
}
