import { type ComponentChildren, h, render } from 'preact'
import { onTestFinished } from 'vitest'
import { SessionContext } from '../../../src/explorer/sessionContext.ts'
import { FakeChain } from './fakeChain.ts'
import { FakeServer, type Methods } from './fakeServer.ts'
import { sessionOf } from './sessionOf.ts'

/** Draws a view with a server behind it that has these methods, until the test ends. */
export function showView(draw: () => ComponentChildren, methods: Methods): HTMLElement {
  const server = new FakeServer({ ...new FakeChain(1).methods(), ...methods })
  const session = sessionOf(server)
  const root = document.createElement('div')
  document.body.append(root)
  render(h(SessionContext.Provider, { value: session }, draw()), root)
  server.accept()
  onTestFinished(() => {
    render(null, root)
    root.remove()
  })
  return root
}
