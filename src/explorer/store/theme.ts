import { effect, signal } from '@preact/signals'

/** `system` follows the settings of the browser. */
export type Theme = 'system' | 'light' | 'dark'

const THEMES: readonly Theme[] = ['system', 'light', 'dark']
const STORED = 'ommer-explorer-theme'

export const theme = signal<Theme>(storedTheme())

/** Shows the theme, and keeps it for the next visit. */
export function applyTheme(): () => void {
  return effect(() => {
    document.documentElement.dataset.theme = theme.value
    try {
      localStorage.setItem(STORED, theme.value)
    } catch {
      // A browser may refuse to store anything. Then the choice lasts until the page is closed.
    }
  })
}

export function nextTheme(now: Theme): Theme {
  return THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? 'system'
}

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORED) as Theme | null
    return stored !== null && THEMES.includes(stored) ? stored : 'system'
  } catch {
    return 'system'
  }
}
