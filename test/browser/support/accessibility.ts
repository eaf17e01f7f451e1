import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe says about a page. */
interface AxeResults {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** What axe finds wrong with a page: the rules, and the elements that break them. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>('axe.run()')
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
