import { render } from 'preact'
import { App } from './app.tsx'
import { addressesOf } from './connection/addresses.ts'
import { findControl } from './store/controlToken.ts'
import { Session } from './store/session.ts'
import { applyTheme } from './store/theme.ts'
import './style/base.css'
import './style/shell.css'
import './style/tree.css'
import './style/views.css'
import './style/forms.css'

const root = document.getElementById('app')
if (root !== null) {
  const addresses = addressesOf(location)
  const session = new Session(addresses)
  void findControl(addresses)
  applyTheme()
  // A connection that was lost while the computer slept opens as soon as someone looks.
  addEventListener('online', () => session.connection.retryNow())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') session.connection.retryNow()
  })
  render(<App session={session} />, root)
}
