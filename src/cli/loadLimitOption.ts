import type { Option } from 'commander'
import { appendLimits } from './limitsOption.ts'
import { option } from './option.ts'

/** Adds `--load-limit` to what takes `--load`. */
export function loadLimitOption(): Option {
  return option(
    '--load-limit <name=value>',
    'bound what is read of loaded files: expandedBytes, partBytes; may be given several times',
  )
    .argParser(appendLimits)
    .default({}, 'see docs/fixtures.md')
}
