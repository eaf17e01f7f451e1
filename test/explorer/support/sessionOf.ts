import { onTestFinished } from 'vitest'
import { Session } from '../../../src/explorer/store/session.ts'
import type { FakeServer } from './fakeServer.ts'

/** A session with a server, which is closed when the test ends. */
export function sessionOf(server: FakeServer): Session {
  const addresses = {
    key: 'dev',
    socket: 'ws://test',
    http: 'http://test/v3/dev',
    contracts: 'http://test/contracts/dev',
    control: 'http://test/control/dev',
  }
  const session = new Session(addresses, server.connect())
  onTestFinished(() => session.close())
  return session
}
