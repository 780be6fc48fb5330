import {
  IconAddressBook,
  IconAlarm,
  IconArrowsSplit,
  IconBan,
  IconBuilding,
  IconCalendar,
  IconChartBar,
  IconChecklist,
  IconCoins,
  IconDatabase,
  IconFileExport,
  IconFileImport,
  IconFileText,
  IconFilter,
  IconHeartbeat,
  IconHistory,
  IconHome,
  IconKey,
  IconLogin,
  IconMail,
  IconMessages,
  IconPalette,
  IconPhoto,
  IconPlant,
  IconRoute,
  IconSend,
  IconSettings,
  IconTemplate,
  IconTrafficLights,
  IconUserCheck,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  IconWorld,
  type Icon,
} from '@tabler/icons-react'
import { menuWords } from '../words/session/menu.ts'
import { pages } from './pages.ts'
import type { PageEntry } from './page-entry.ts'

type Item = { word: string; path: string; scope: PageEntry['scope']; icon: Icon }
type Section = {
  word: string
  items: readonly Item[]
  /** Not needed every day: closed until somebody opens it. */
  isFolded?: boolean
}

const ofOrganization = (word: string, path: string, icon: Icon): Item => ({
  word,
  path,
  icon,
  scope: 'organization',
})
const ofSystem = (word: string, path: string, icon: Icon): Item => ({ word, path, icon, scope: 'system' })

const { sections, items } = menuWords

/** An item appears once its page exists and the person may open it. */
export const menu: readonly Section[] = [
  {
    word: '',
    items: [
      ofOrganization(items.overview, '/overview', IconHome),
      ofOrganization(items.approvals, '/approvals', IconUserCheck),
    ],
  },
  {
    word: sections.sending,
    items: [
      ofOrganization(items.campaigns, '/campaigns', IconSend),
      ofOrganization(items.calendar, '/calendar', IconCalendar),
      ofOrganization(items.autoresponders, '/autoresponders', IconAlarm),
      ofOrganization(items.templates, '/templates', IconTemplate),
      ofOrganization(items.pictures, '/pictures', IconPhoto),
      ofOrganization(items.sendingRules, '/sending-rules', IconTrafficLights),
    ],
  },
  {
    word: sections.messages,
    isFolded: true,
    items: [
      ofOrganization(items.messages, '/messages', IconMessages),
      ofOrganization(items.streams, '/streams', IconArrowsSplit),
      ofOrganization(items.messageTemplates, '/message-templates', IconFileText),
    ],
  },
  {
    word: sections.audience,
    items: [
      ofOrganization(items.lists, '/lists', IconAddressBook),
      ofOrganization(items.people, '/people', IconUsers),
      ofOrganization(items.segments, '/segments', IconFilter),
      ofOrganization(items.imports, '/imports', IconFileImport),
      ofOrganization(items.exports, '/exports', IconFileExport),
      ofOrganization(items.suppression, '/suppression', IconBan),
      ofOrganization(items.seeds, '/seeds', IconPlant),
    ],
  },
  {
    word: sections.reports,
    isFolded: true,
    items: [
      ofOrganization(items.sent, '/reports/sent', IconChartBar),
      ofOrganization(items.credits, '/reports/credits', IconCoins),
      ofOrganization(items.jobs, '/jobs', IconChecklist),
    ],
  },
  {
    word: sections.settings,
    isFolded: true,
    items: [
      ofOrganization(items.organization, '/settings/organization', IconSettings),
      ofOrganization(items.brand, '/settings/brand', IconPalette),
      ofOrganization(items.users, '/settings/users', IconUsersGroup),
      ofOrganization(items.roles, '/settings/roles', IconUserShield),
      ofOrganization(items.logIn, '/settings/log-in', IconLogin),
      ofOrganization(items.keys, '/settings/keys', IconKey),
      ofOrganization(items.webhooks, '/settings/webhooks', IconWebhook),
      ofOrganization(items.domains, '/settings/domains', IconWorld),
      ofOrganization(items.routes, '/settings/routes', IconRoute),
      ofOrganization(items.audit, '/settings/audit', IconHistory),
    ],
  },
  {
    word: sections.system,
    items: [
      ofSystem(items.organizations, '/system/organizations', IconBuilding),
      ofSystem(items.systemCampaigns, '/system/campaigns', IconMail),
      ofSystem(items.databases, '/system/databases', IconDatabase),
      ofSystem(items.systemJobs, '/system/jobs', IconChecklist),
      ofSystem(items.health, '/system/health', IconHeartbeat),
    ],
  },
]

/** Records of a list lie below it, but some have a place of their own in the menu. */
const ownPlaces: readonly [page: RegExp, item: string][] = [
  [/^\/lists\/\d+\/autoresponders\b/, '/autoresponders'],
  [/^\/lists\/\d+\/people\b/, '/people'],
]

/** @param here the address below the organization or the system. @returns whether the item is for that address. */
export function isPlaceOf(item: string, here: string): boolean {
  const own = ownPlaces.find(([page]) => page.test(here))?.[1]
  return own === undefined ? here === item || here.startsWith(`${item}/`) : own === item
}

/** @returns the sections that are left of the menu for one person. */
export function menuFor(mayOpen: (page: PageEntry) => boolean): Section[] {
  return menu
    .map((section) => ({ ...section, items: section.items.filter((item) => isOffered(item, mayOpen)) }))
    .filter(({ items: left }) => left.length > 0)
}

function isOffered({ path, scope }: Item, mayOpen: (page: PageEntry) => boolean): boolean {
  const page = pages.find((one) => one.path === path && one.scope === scope)
  return page !== undefined && mayOpen(page)
}
