import type { Option } from 'commander'
import { option } from './option.ts'

/** `--no-cache`, for the commands that generate a chain. */
export function cacheOption(): Option {
  return option('--no-cache', 'Generate the chain even if it is cached, and do not cache it.')
}
