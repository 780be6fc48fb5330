import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { may } from '../../../../console/app/may.ts'
import { pages } from '../../../../console/app/pages.ts'
import { endpoints } from '../../../../src/contract/api/endpoints.ts'
import { permissionNames } from '../../../../src/contract/users/permissions.ts'
import type { SessionAnswer } from '../../../../src/contract/users/sessions.ts'
import { aBrand, type Brand } from '../../../harness/browser/brand.ts'
import { givePassword, logIn } from '../../../harness/browser/log-in.ts'
import { aPage } from '../../../harness/browser/page.ts'
import { describeInBrowser } from '../../../harness/browser/worker.ts'
import { presetRoles } from '../../../../src/contract/users/preset-roles.ts'
import { isAllowed } from '../../../harness/records/needs.ts'

type Person = Pick<SessionAnswer, 'role' | 'permissions' | 'rights' | 'mailing_list_ids'>

const unlimited = { rights: null, mailing_list_ids: null }

const keys = Object.keys(permissionNames) as (keyof typeof permissionNames)[]
const standard = (permissions: Record<string, readonly string[]>): Person => ({
  ...unlimited,
  role: 'standard',
  permissions: permissions as Person['permissions'],
})
const everything = Object.fromEntries(keys.map((key) => [key, [...permissionNames[key]]]))

const verbs = [...new Set(keys.flatMap((key): string[] => [...permissionNames[key]]))]

/** Users with a role of the organization, or of the list whose pages are opened. */
const withRights: Record<string, Person> = {
  ...Object.fromEntries(
    Object.entries(presetRoles).map(([name, rights]) => [name, { ...standard({}), rights }]),
  ),
  'everything on one list': { ...standard(everything), mailing_list_ids: [] },
}

/** Each permission once without the others of its kind, and once without those of other kinds. */
const groups: Record<string, Record<string, Person>> = {
  'each role within an organization': {
    everything: standard(everything),
    administrator: { ...unlimited, role: 'organization_admin', permissions: {} },
    ...withRights,
  },
  'each kind of permissions': Object.fromEntries(
    keys.map((key) => [`all of ${key}`, standard({ [key]: [...permissionNames[key]] })]),
  ),
  'each permission of all kinds': Object.fromEntries(
    verbs.map((verb) => [`each ${verb}`, standardWho(verb)]),
  ),
}

function standardWho(verb: string): Person {
  const having = keys.filter((key) => permissionNames[key].some((name) => name === verb))
  return standard(Object.fromEntries(having.map((key) => [key, [verb]])))
}

/** What ends this session, or needs the clipboard. */
const notPressed = /^(Log out|Copy)/

/** What a page asks for without changing anything goes through. */
const harmless = /(preview|render)$/

/** The page in the place of one that is not there, or not for this person. */
const missing = { name: 'Nothing here', level: 1, exact: true } as const

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`)

const parametersOf = ({ path }: { path: string }) => path.split(':').length

const calls = endpoints.map(({ method, path }) => ({ method, path, pattern: patternOf(path) }))
const places = pages
  .filter(({ scope }) => scope === 'organization')
  .map((entry) => ({ ...entry, pattern: patternOf(entry.path) }))

/** @returns the endpoint of a call; of several that match `segments/preview`, the one without parameters. */
function endpointOf(method: string, url: string): string {
  const path = new URL(url).pathname.replace('/ga/api/v2/', '')
  const found = calls.filter((call) => call.method === method && call.pattern.test(path))
  return found.toSorted((one, other) => parametersOf(one) - parametersOf(other))[0]?.path ?? path
}

type Watched = {
  /** Method and path of each change that a page tried. */
  tried: [method: string, path: string][]
  /** Calls that the server refused for want of a permission. */
  refused: string[]
  /** Calls and modules that have no answer yet. */
  open: Set<unknown>
}

describeInBrowser('what the console offers', () => {
  test.each(Object.entries(groups))('is what the API allows, for %s', async (_, people) => {
    const brand = await aBrand({ people: 10 })
    const page = await aPage(brand.server, { expectedFaults: [/status of 4\d\d/] })
    const become = await aChangingPerson(brand, page)
    const watched = await watch(page)
    const [role] = await brand.call<{ id: number }[]>('GET', 'roles')
    const ids = { ...brand.ids, role: role?.id ?? 0 }
    const faults: string[] = []
    const ofNobody = new Set<string>()
    // What the buttons of a page try to change. A page with the same buttons is not pressed again for the next person, which took
    // nine minutes and more.
    const seen = new Map<string, Watched['tried']>()
    for (const [who, person] of Object.entries({ nobody: standard({}), ...people })) {
      await become(person)
      for (const { path, address } of pagesOf({ ...brand, ids }, person)) {
        // What another page has sent late is not this one's.
        watched.tried.splice(0)
        await goTo(page, watched, address)
        if ((await page.getByRole('heading', missing).count()) > 0) faults.push(`${who} does not get ${path}`)
        const dead = await deadLinks(page, person, brand)
        faults.push(...dead.map((link) => `${who} on ${path} has a link to ${link}`))
        const known = (name: string) => who !== 'nobody' && ofNobody.has(`${path} ${name}`)
        const names = await namesOf(page)
        const view = `${path} ${names.join(' ')}`
        if (!seen.has(view)) {
          await press(page, watched, { address, names, known })
          seen.set(view, watched.tried.splice(0))
          // A draft that could not be saved is sent again until the page is loaded anew.
          if (isDraft(path)) await page.reload()
        }
        if (who === 'nobody') for (const name of names) ofNobody.add(`${path} ${name}`)
        const changes = (seen.get(view) ?? []).filter(([method, to]) => !isOpen(person, method, to))
        faults.push(...changes.map(([method, to]) => `${who} on ${path} is offered ${method} ${to}`))
        faults.push(...watched.refused.splice(0).map((call) => `${who} on ${path} is refused ${call}`))
      }
    }
    expect([...new Set(faults)]).toEqual([])
  })
})

/** By the table of the tests, which knows no rights beside permissions; with them, by the server's function. */
function isOpen(person: Person, method: string, path: string): boolean {
  if (person.rights === null && person.mailing_list_ids === null) return isAllowed(person, method, path)
  const found = endpoints.find((one) => one.method === method && one.path === path)
  return found !== undefined && may(person, found)
}

/** @returns what gives the person of the page another role and other permissions, and opens the console anew. */
async function aChangingPerson(brand: Brand, page: Page): Promise<(person: Person) => Promise<void>> {
  const email = 'carl@alder.example'
  const { id } = await brand.call<{ id: number }>('POST', 'users', {
    user: { full_name: 'Carl Carver', email, active: true, role: 'standard' },
  })
  const ofRole = await brand.call<{ id: number }>('POST', 'roles', { role: { name: 'Any', permissions: {} } })
  await givePassword(brand.server.sql, brand.organizationId, id)
  await logIn(page, email)
  return async (person) => {
    const { role, permissions, rights, mailing_list_ids: listIds } = person
    if (rights !== null) await brand.call('PUT', `roles/${ofRole.id}`, { role: { permissions: rights } })
    await brand.call('PUT', `users/${id}`, {
      user: {
        role,
        mailing_list_ids: listIds === null ? null : [brand.ids.list],
        ...(rights === null ? { role_id: null, permissions } : { role_id: ofRole.id }),
      },
    })
    await page.goto(`/console/o/${brand.organizationId}/overview`)
  }
}

/** Changes are noted and refused, so that each person finds the same records. */
async function watch(page: Page): Promise<Watched> {
  const watched: Watched = { tried: [], refused: [], open: new Set() }
  const body = JSON.stringify({ errors: ['Not in this test.'] })
  await page.route('**/ga/api/v2/**', async (route) => {
    const { method, url } = { method: route.request().method(), url: route.request().url() }
    const path = endpointOf(method, url)
    // The stream has no end, for which the test would wait; without it pages ask by themselves.
    if (path === 'stream') return route.fulfill({ status: 204 })
    if (method !== 'GET') watched.tried.push([method, path])
    if (method === 'GET' || harmless.test(path)) return route.continue()
    return route.fulfill({ status: 422, contentType: 'application/json', body })
  })
  page.on('request', (request) => watched.open.add(request))
  page.on('requestfailed', (request) => watched.open.delete(request))
  page.on('requestfinished', (request) => watched.open.delete(request))
  page.on('response', (response) => {
    const method = response.request().method()
    if (response.status() === 403) watched.refused.push(`${method} ${endpointOf(method, response.url())}`)
  })
  return watched
}

/** A campaign that was sent has nothing to compose. */
const isDraft = (path: string) => /(whom|what|how|when|check)$/.test(path)

/** The pages of the person by the API's own table, with the records of the brand in the places of parameters. */
function pagesOf({ ids, organizationId }: Brand, person: Person) {
  return (
    places
      .filter(({ needs }) => needs === undefined || may(person, needs))
      // A plan is open to those who have made it or may approve it.
      .filter(({ path }) => path !== '/approvals/:plan')
      .map(({ path }) => {
        const known: Record<string, number> = isDraft(path) ? { ...ids, campaign: ids.draft } : ids
        const of = path.replaceAll(/:(\w+)\??/g, (_, name: string) => String(known[name] ?? 1))
        return { path, address: `/console/o/${organizationId}${of}` }
      })
  )
}

/** Within the console, as a link does: loading all of it anew for each page would take hours. */
async function goTo(page: Page, watched: Watched, address: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${address}')`)
  await settled(page, watched)
}

/** Until the page has drawn its answers, or that it may not be seen, and asks for nothing more. */
async function settled(page: Page, { open }: Watched): Promise<void> {
  const refusal = page.getByRole('alert')
  await page.getByRole('heading', { level: 1 }).or(refusal).first().waitFor()
  const drawn = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`
  await expect
    .poll(
      async () => {
        const before = open.size
        await page.evaluate(drawn)
        return before + open.size
      },
      { interval: 10 },
    )
    .toBe(0)
}

/** @returns the links of the page that lead to a page that the person does not get. */
async function deadLinks(page: Page, person: Person, { organizationId }: Brand): Promise<string[]> {
  const links = await page
    .locator(`a[href^="/console/o/${organizationId}/"]`)
    .evaluateAll((all) => all.map((link) => new URL((link as unknown as { href: string }).href).pathname))
  return [...new Set(links)].filter((link) => {
    const path = link.replace(`/console/o/${organizationId}`, '')
    const found = places.filter(({ pattern }) => pattern.test(path))
    const place = found.toSorted((one, other) => parametersOf(one) - parametersOf(other))[0]
    return place === undefined || (place.needs !== undefined && !may(person, place.needs))
  })
}

type Pressing = { address: string; names: readonly string[]; known: (name: string) => boolean }

/** Presses each button that is not `known` once, and what is last in the dialog or menu that it opens. */
async function press(page: Page, watched: Watched, { address, names, known }: Pressing): Promise<void> {
  for (const name of names.filter((one) => !notPressed.test(one) && !known(one))) {
    const button = page.locator('main').getByRole('button', { name, exact: true, disabled: false }).first()
    if (!(await pressedOn(button))) continue
    await settled(page, watched)
    if (await pressedOn(page.getByRole('dialog').getByRole('button', { disabled: false }).last()))
      await settled(page, watched)
    await page.keyboard.press('Escape')
    if (new URL(page.url()).pathname !== address) await goTo(page, watched, address)
  }
}

/**
 * Without a wait for its place: what lies above it, or moves, does not matter here. A button that is there has to be
 * pressed, however busy the machine is. @returns whether it was there.
 */
async function pressedOn(button: Locator): Promise<boolean> {
  let isPressed = false
  await expect
    .poll(async () => {
      if (isPressed || (await button.count()) === 0) return true
      isPressed = await button.dispatchEvent('click', undefined, { timeout: 1_000 }).then(
        () => true,
        () => false,
      )
      return isPressed
    })
    .toBe(true)
  return isPressed
}

/** The accessible names of the buttons that can be pressed. */
async function namesOf(page: Page): Promise<string[]> {
  const found = await page
    .locator('main button:not(:disabled), main [role=button]:not([aria-disabled=true])')
    .evaluateAll((all) =>
      all.map((one) => {
        const { ariaLabel, innerText } = one as unknown as { ariaLabel: string | null; innerText: string }
        return (ariaLabel ?? innerText).replaceAll(/\s+/g, ' ').trim()
      }),
    )
  return [...new Set(found)].filter((name) => name !== '')
}
