import { type ComponentChildren, h, render } from 'preact'
import { SessionContext } from '../../../src/explorer/sessionContext.ts'
import { Session } from '../../../src/explorer/store/session.ts'
import { FakeChain } from './fakeChain.ts'
import { FakeServer, type Methods } from './fakeServer.ts'

/** Draws a view with a server behind it that has these methods. */
export function showView(
  draw: () => ComponentChildren,
  methods: Methods,
): { readonly root: HTMLElement; end(): void } {
  const server = new FakeServer({ ...new FakeChain(1).methods(), ...methods })
  const addresses = {
    key: 'dev',
    socket: 'ws://test',
    http: 'http://test/v3/dev',
    contracts: 'http://test/contracts/dev',
    control: 'http://test/control/dev',
  }
  const session = new Session(addresses, server.connect())
  const root = document.createElement('div')
  document.body.append(root)
  render(h(SessionContext.Provider, { value: session }, draw()), root)
  server.accept()
  const end = () => {
    render(null, root)
    root.remove()
    session.close()
  }
  return { root, end }
}
