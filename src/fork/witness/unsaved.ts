import { messageOf } from '../../primitives/errors.ts'

/** What has something to write. */
interface Saved {
  save(): void
}

/** What is written when the process ends, at the latest. */
export const unsaved = {
  add(each: Saved): void {
    if (all.size === 0) process.on('exit', saveAll)
    all.add(each)
  },
  delete(each: Saved): void {
    all.delete(each)
    if (all.size === 0) process.off('exit', saveAll)
  },
}

const all = new Set<Saved>()

function saveAll(): void {
  for (const each of all) {
    try {
      each.save()
    } catch (error) {
      process.stderr.write(`${messageOf(error)}\n`)
    }
  }
}
