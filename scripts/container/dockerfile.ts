/** A line of a Dockerfile: `COPY --from=install /app /app`. */
export interface Instruction {
  readonly name: string
  /** `--from=install` */
  readonly flags: Readonly<Record<string, string>>
  /** the rest of the line */
  readonly rest: string
}

export interface Stage {
  /** the image that it begins with */
  readonly image: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

/**
 * Reads the stages of a Dockerfile.
 *
 * @throws {Error} for an instruction before the first FROM
 */
export function parseDockerfile(text: string): Stage[] {
  const stages: (Stage & { instructions: Instruction[] })[] = []
  for (const instruction of instructionsIn(text)) {
    if (instruction.name === 'FROM') {
      const [image = '', , name] = instruction.rest.split(/\s+/)
      stages.push({ image, name, instructions: [] })
    } else {
      const stage = stages.at(-1)
      if (stage === undefined) throw new Error(`${instruction.name} comes before the first FROM`)
      stage.instructions.push(instruction)
    }
  }
  return stages
}

function instructionsIn(text: string): Instruction[] {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseInstruction)
}

function parseInstruction(line: string): Instruction {
  const [, name = '', flags = '', rest = ''] = /^\s*(\w+)\s+((?:--\S+\s+)*)(.*)$/.exec(line) ?? []
  const pairs = [...flags.matchAll(/--([\w-]+)(?:=(\S+))?/g)]
  return {
    name: name.toUpperCase(),
    flags: Object.fromEntries(pairs.map(([, flag, value]) => [flag, value ?? 'true'])),
    rest: rest.trim(),
  }
}

/** The words of the JSON form of ENTRYPOINT, CMD and HEALTHCHECK: no shell runs them. */
export function commandOf(instruction: Instruction): readonly string[] {
  try {
    return JSON.parse(instruction.rest.replace(/^CMD\s+/, '')) as string[]
  } catch {
    throw new Error(`${instruction.name}: want a JSON array of words, not ${instruction.rest}`)
  }
}
