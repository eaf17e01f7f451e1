/**
 * A choice of an earlier visit.
 *
 * @returns undefined if there is none, or the browser keeps nothing
 */
export function remembered(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a choice for the next visit, if the browser keeps anything. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    // The choice lasts until the page is closed.
  }
}
