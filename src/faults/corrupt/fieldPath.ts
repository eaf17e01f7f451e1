/** The location of a field in a JSON value: the names and indexes that lead to it. */
export type FieldPath = readonly (string | number)[]

/** The syntax of a path, as in JavaScript: `[2].logs[0].data`. */
export const FIELD_PATH = /^(?:[A-Za-z_]\w*|\[\d{1,9}\])(?:\.[A-Za-z_]\w*|\[\d{1,9}\])*$/

const STEP = /(?:^|(?<!^)\.)([A-Za-z_]\w*)|\[(\d{1,9})\]/y

/** Parses a path in JavaScript syntax, such as `[2].logs[0].data`; returns undefined if it is invalid. */
export function parseFieldPath(text: string): FieldPath | undefined {
  const steps: (string | number)[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < text.length) {
    const step = STEP.exec(text)
    if (step === null) return undefined
    steps.push(step[1] ?? Number(step[2]))
  }
  return steps.length === 0 ? undefined : steps
}

/**
 * The object or list that contains the field of a path, and the field's own name; undefined if the field does not
 * exist.
 */
export function findField(
  value: unknown,
  path: FieldPath,
):
  | { readonly holder: Record<string | number, unknown>; readonly name: string | number }
  | undefined {
  const name = path.at(-1)
  const holder = path.slice(0, -1).reduce(step, value)
  if (name === undefined || !has(holder, name)) return undefined
  return { holder, name }
}

function step(holder: unknown, name: string | number): unknown {
  return has(holder, name) ? holder[name] : undefined
}

function has(holder: unknown, name: string | number): holder is Record<string | number, unknown> {
  if (typeof holder !== 'object' || holder === null) return false
  return Array.isArray(holder) === (typeof name === 'number') && Object.hasOwn(holder, name)
}
