import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * Where this user's programs keep what they can make again: `$XDG_CACHE_HOME/ommer` or `~/.cache/ommer`, and on
 * Windows `%LOCALAPPDATA%\ommer\cache`. Undefined for a user who has no home.
 */
export function cacheFolder(): string | undefined {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env
  if (process.platform === 'win32' && local) return join(local, 'ommer', 'cache')
  // A relative path is to be ignored (XDG Base Directory Specification).
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'ommer')
  try {
    return join(homedir(), '.cache', 'ommer')
  } catch {
    return undefined
  }
}
