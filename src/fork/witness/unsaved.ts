import { messageOf } from '../../primitives/errors.ts'

/** Something with data that is not written yet. */
interface Saved {
  save(): void
}

/** Saves the rest when the process ends. */
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
