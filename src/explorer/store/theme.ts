import { effect, signal } from '@preact/signals'
import { remember, remembered } from './remembered.ts'

/** `system` follows the settings of the browser. */
export type Theme = 'system' | 'light' | 'dark'

const THEMES: readonly Theme[] = ['system', 'light', 'dark']
const STORED = 'ommer-explorer-theme'

export const theme = signal<Theme>(storedTheme())

/** Shows the theme, and keeps it for the next visit. */
export function applyTheme(): () => void {
  return effect(() => {
    document.documentElement.dataset.theme = theme.value
    remember(STORED, theme.value)
  })
}

export function nextTheme(now: Theme): Theme {
  return THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? 'system'
}

function storedTheme(): Theme {
  const stored = remembered(STORED) as Theme | undefined
  return stored !== undefined && THEMES.includes(stored) ? stored : 'system'
}
