import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Names this machine since it was started. */
function machine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}

/** Names what shares its process ids with this process: the machine, or one of its containers. */
export function processSpace(): string {
  try {
    return `${machine()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return machine()
  }
}
