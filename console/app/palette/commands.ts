import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useLocation } from 'wouter'
import { createApiKey } from '../../../src/contract/api-keys.ts'
import { createCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { createSubscriberExport } from '../../../src/contract/exports/endpoints.ts'
import { createSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import { createMailingList } from '../../../src/contract/lists/endpoints.ts'
import { streamEndpoints } from '../../../src/contract/messages/streams.ts'
import { messageTemplateEndpoints } from '../../../src/contract/messages/templates.ts'
import { createOrganization } from '../../../src/contract/organizations/endpoints.ts'
import { createSegment } from '../../../src/contract/segments/endpoints.ts'
import { createUser } from '../../../src/contract/users/endpoints.ts'
import { deleteCurrentSession } from '../../../src/contract/users/sessions.ts'
import { createWebhook } from '../../../src/contract/webhooks.ts'
import { useStep } from '../../users/step.ts'
import { paletteWords as words } from '../../words/session/palette.ts'
import { useMay } from '../may.ts'
import { menuFor } from '../menu.ts'
import { useInOrganization } from '../places.ts'
import { leaveBy, useGo } from '../reach/leaving.tsx'
import { useOpenSession, useSession } from '../session.tsx'
import { recentOf } from './recent.ts'
import { hasSingleKeys, setSingleKeys } from './single-keys.ts'

export type Command = { key: string; label: string; description?: string; run: () => void }

/** The pages that were open last, in this tab. */
export function useRecent(): Command[] {
  const [here] = useLocation()
  const go = useGo()
  const { organization } = useOpenSession()
  return recentOf(organization.id, here)
    .slice(0, 5)
    .map(({ title, path }) => ({ key: `recent ${path}`, label: title, run: () => go(path) }))
}

/** The pages of the menu. */
export function usePages(): Command[] {
  const may = useMay()
  const go = useGo()
  const at = useInOrganization()
  return menuFor(({ needs }) => needs === undefined || may(needs)).flatMap(({ items }) =>
    items.map(({ word, path, scope }) => ({
      key: path,
      label: word,
      run: () => go(scope === 'organization' ? at(path) : path),
    })),
  )
}

/** What makes something new, as far as the person may. */
export function useBeginnings(): Command[] {
  const may = useMay()
  const go = useGo()
  const at = useInOrganization()
  const beginnings = [
    { needs: createSubscriberImport, label: words.importFile, to: at('/imports/new') },
    { needs: createCampaign, label: words.newCampaign, to: at('/campaigns/new') },
    { needs: createMailingList, label: words.newList, to: at('/lists/new') },
    { needs: createSegment, label: words.newSegment, to: at('/segments/new') },
    { needs: createSubscriberExport, label: words.exportPeople, to: at('/exports/new') },
    { needs: createUser, label: words.invite, to: at('/settings/users/new') },
    { needs: createApiKey, label: words.newKey, to: at('/settings/keys/new') },
    { needs: streamEndpoints.own.create, label: words.newStream, to: at('/streams/new') },
    {
      needs: messageTemplateEndpoints.own.create,
      label: words.newMessageTemplate,
      to: at('/message-templates/new'),
    },
    { needs: createWebhook, label: words.newWebhook, to: at('/settings/webhooks/new') },
    { needs: createOrganization, label: words.newOrganization, to: '/system/organizations/new' },
  ]
  return beginnings
    .filter(({ needs }) => may(needs))
    .map(({ label, to }) => ({ key: label, label, run: () => go(to) }))
}

/** What is about the person and this browser. */
export function useOwnActs(): Command[] {
  const go = useGo()
  const { client, leave } = useSession()
  const { stepped_into: steppedInto } = useOpenSession()
  const step = useStep()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const hasKeys = hasSingleKeys()
  const acts = [
    ...(steppedInto === null
      ? []
      : [{ label: words.stepOut(steppedInto.name), run: () => leaveBy(() => void step.out()) }]),
    { label: words.ownAccount, run: () => go('/me') },
    {
      label: scheme === 'dark' ? words.light : words.dark,
      run: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
    },
    { label: words.asSystem, run: () => setColorScheme('auto') },
    { label: words.showKeys, run: () => go('/keys') },
    { label: hasKeys ? words.singleKeysOff : words.singleKeysOn, run: () => setSingleKeys(!hasKeys) },
    {
      label: words.logOut,
      run: () => leaveBy(() => void client.call(deleteCurrentSession).then(leave, leave)),
    },
  ]
  return acts.map(({ label, run }) => ({ key: label, label, run }))
}
