import { signal } from '@preact/signals'
import type { Addresses } from '../connection/addresses.ts'

const STORED = 'ommer-control-token'

/** The token of the control address, as the person has typed it. It is forgotten with the tab. */
export const controlToken = signal(storedToken())

/** Whether the server has a control address that wants a token. */
export const wantsToken = signal(false)

export function rememberToken(token: string): void {
  controlToken.value = token
  try {
    sessionStorage.setItem(STORED, token)
  } catch {
    // A browser may refuse to store anything. Then the token lasts until the page is loaded again.
  }
}

/** Finds out whether the server has a control address, which its start page says. */
export async function findControl({ control }: Addresses): Promise<void> {
  try {
    const response = await fetch(control.slice(0, control.lastIndexOf('/control/') + 1))
    const facts = (await response.json()) as { readonly control?: unknown }
    wantsToken.value = facts.control !== undefined
  } catch {
    // A proxy may serve something else there. Then moves are only offered to keys that need no token.
  }
}

function storedToken(): string {
  try {
    return sessionStorage.getItem(STORED) ?? ''
  } catch {
    return ''
  }
}
