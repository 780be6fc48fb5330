import { Anchor, Group, List, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Link } from 'wouter'
import { createCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { createSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import { createMailingList, listMailingLists } from '../../../src/contract/lists/endpoints.ts'
import type { Overview } from '../../../src/contract/organizations/overview.ts'
import { showBrand, updateBrand } from '../../../src/contract/resources/brands.ts'
import { senderDomainEndpoints } from '../../../src/contract/resources/sender-domains.ts'
import { useCall } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization } from '../../app/places.ts'
import { Panel } from '../../design/page.tsx'
import { overviewWords } from '../../words/session/overview.ts'

const words = overviewWords.steps

type Step = { key: 'list' | 'people' | 'domain' | 'imprint' | 'campaign'; isDone: boolean; to: string }

/** What an organization needs before its first campaign, as far as the user can do it: what is done is seen by itself. */
export function FirstSteps({ data }: { data: Overview }) {
  const at = useInOrganization()
  const steps = useSteps(data)
  if (steps === null || steps.every(({ isDone }) => isDone)) return null
  return (
    <Panel title={words.title}>
      <List listStyleType="none" spacing="xs">
        {steps.map(({ key, isDone, to }) => {
          const Icon = isDone ? IconCircleCheck : IconCircleDashed
          return (
            <List.Item key={key}>
              <Group gap="xs" wrap="nowrap">
                <Icon
                  size={18}
                  stroke={1.75}
                  aria-hidden
                  style={{ flexShrink: 0 }}
                  color={isDone ? 'var(--quiver-success)' : 'var(--mantine-color-dimmed)'}
                />
                {isDone ? (
                  <Text>{words[key]}</Text>
                ) : (
                  <Anchor component={Link} href={at(to)}>
                    {words[key]}
                  </Anchor>
                )}
                <Text size="sm" c="dimmed">
                  {isDone ? words.done : words.open}
                </Text>
              </Group>
            </List.Item>
          )
        })}
      </List>
    </Panel>
  )
}

/** null until all of them are known. */
function useSteps({ growth, campaigns, running, is_new: isNew }: Overview): Step[] | null {
  const may = useMay()
  const lists = useCall(listMailingLists, { query: { per_page: 1 } })
  const mayProve = may(senderDomainEndpoints.list)
  const domains = useCall(senderDomainEndpoints.list, { query: { per_page: 2000 } }, { enabled: mayProve })
  const mayBrand = may(showBrand) && may(updateBrand)
  const brand = useCall(showBrand, {}, { enabled: mayBrand })
  if ([lists, domains, brand].some(({ isPending, isEnabled }) => isPending && isEnabled)) return null
  const all = (domains.data?.data ?? []) as { proven_at: string | null }[]
  const { imprint = '', imprint_url: url = '' } = brand.data?.data ?? {}
  const hasWritten = (campaigns?.length ?? 0) > 0 || running.some((job) => job.job_type === 'Campaign')
  const steps: (Step & { isOffered: boolean })[] = [
    {
      key: 'list',
      isDone: (lists.data?.data.length ?? 0) > 0,
      to: '/lists/new',
      isOffered: may(createMailingList),
    },
    { key: 'people', isDone: growth.active > 0, to: '/imports/new', isOffered: may(createSubscriberImport) },
    {
      key: 'domain',
      isDone: all.some(({ proven_at: at }) => at !== null),
      to: '/settings/domains',
      isOffered: mayProve,
    },
    { key: 'imprint', isDone: imprint !== '' || url !== '', to: '/settings/brand', isOffered: mayBrand },
    { key: 'campaign', isDone: !isNew && hasWritten, to: '/campaigns/new', isOffered: may(createCampaign) },
  ]
  return steps.filter(({ isOffered }) => isOffered)
}
