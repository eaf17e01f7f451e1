import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { leavesSwitch } from './primitives/switchVariable.ts'

/** Whether `OMMER_NO_CACHE` turns the cache off, for the command line and the set-ups of test runners. */
export function isCacheOff(): boolean {
  return !leavesSwitch(process.env.OMMER_NO_CACHE)
}

/**
 * The user's cache folder for ommer: `$XDG_CACHE_HOME/ommer` or `~/.cache/ommer`, and on Windows
 * `%LOCALAPPDATA%\ommer\cache`. Undefined for a user who has no home folder.
 */
export function cacheFolder(): string | undefined {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = process.env
  if (process.platform === 'win32' && local) return join(local, 'ommer', 'cache')
  // The XDG Base Directory Specification says to ignore relative paths.
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, 'ommer')
  try {
    return join(homedir(), '.cache', 'ommer')
  } catch {
    return undefined
  }
}
