import { serveParent } from '../../../scripts/bench/child.ts'

/** Ends in several ways. */
serveParent({
  echo: (text: string) => text,
  exit: (code: number) => process.exit(code),
  kill: (signal: NodeJS.Signals) => {
    console.error('about to end')
    process.kill(process.pid, signal)
    return new Promise(() => {})
  },
  fail: () => {
    throw new Error('out of cheese')
  },
})
