// Without imports: the explorer uses it, too.

/** A line of a call stack. */
export interface StackLine {
  /** the contract's name; its address if no artifact describes it; null for a free function */
  readonly contract: string | null
  /** null where the code is in no function */
  readonly function: string | null
  /** of the source; null if that is not known */
  readonly path: string | null
  /** from 1; null if it is not known */
  readonly line: number | null
}

/** `Counter.add (contracts/Counter.sol:12)`, as Hardhat writes it. */
export function stackText({ contract, function: name, path, line }: StackLine): string {
  const called = [contract, name].filter((each) => each !== null).join('.')
  return path === null ? called : `${called} (${path}:${line})`
}
