/** Where something stands in a JSON value: the names and places that lead there. */
export type FieldPath = readonly (string | number)[]

/** How a path is written, as in JavaScript: `[2].logs[0].data`. */
export const FIELD_PATH = /^(?:[A-Za-z_]\w*|\[\d{1,9}\])(?:\.[A-Za-z_]\w*|\[\d{1,9}\])*$/

const STEP = /(?:^|(?<!^)\.)([A-Za-z_]\w*)|\[(\d{1,9})\]/y

/** Reads a path as JavaScript writes it, such as `[2].logs[0].data`; undefined where it is none. */
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

/** What holds the field that a path names, and the field's own name; undefined where there is no such field. */
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
