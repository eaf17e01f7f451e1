import type { Page } from 'playwright-core'
import type { Story } from './story.ts'

/** One picture of the explorer. */
interface Picture {
  /** of its file, without `.png` */
  readonly name: string
  /** Default: light. */
  readonly colorScheme?: 'dark'
  /** Brings the page to what is shown. */
  show(page: Page): Promise<unknown>
}

/** All pictures in the docs. */
export function pictures({ transfer, symbol }: Story): readonly Picture[] {
  return [
    { name: 'explorer-tree', show: showTree },
    {
      name: 'explorer-reorg',
      colorScheme: 'dark',
      async show(page) {
        await showTree(page)
        const drawing = page.getByRole('listbox')
        for (let count = 0; count < 2; count++) await drawing.press('ArrowLeft')
        await drawing.press('m')
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'explorer-transaction',
      async show(page) {
        await go(page, `#/tx/${transfer}`, 'Transaction')
        await page.getByRole('region', { name: 'Call' }).getByText(symbol).waitFor()
      },
    },
    {
      name: 'explorer-requests',
      async show(page) {
        await go(page, '#/requests', 'Requests')
        await fixTimes(page)
      },
    },
  ]
}

async function showTree(page: Page): Promise<void> {
  await page.getByRole('option', { name: /, head/ }).waitFor()
  const drawing = page.getByRole('listbox')
  await drawing.focus()
  // So far out that uncles and the blocks that include them are in it.
  for (let count = 0; count < 3; count++) await drawing.press('-')
  await drawing.blur()
}

/** Makes the picture the same each time. */
async function fixTimes(page: Page): Promise<void> {
  for (const [time, text] of [
    [/^\d\d:\d\d:\d\d\.\d{3}$/, '12:00:00.000'],
    [/^\d+\.\d\d ms$/, '0.10 ms'],
  ] as const) {
    for (const cell of await page.getByText(time).all()) {
      await cell.evaluate((element: { textContent: string | null }, fixed) => {
        element.textContent = fixed
      }, text)
    }
  }
}

async function go(page: Page, route: string, heading: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(route)}`)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await page.getByText('Loading…').first().waitFor({ state: 'hidden' })
}
