import type { Page } from 'playwright-core'
import { createPasswords } from '../../../src/actions/users/passwords.ts'
import type { Scoped } from '../../../src/database/driver/connection.ts'
import { updatePassword } from '../../../src/store/users/log-ins.ts'

export const password = 'five unrelated quiet words'

/** Lets a user log in with `password`. `sql` may write to the organization. */
export async function givePassword(sql: Scoped, organizationId: number, userId: number): Promise<void> {
  const hashed = await createPasswords().hash(password)
  await sql.begin((sql) => updatePassword(sql, organizationId, userId, hashed))
}

/** By the form, as people do. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/console/')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
}
