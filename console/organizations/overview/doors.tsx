import { SimpleGrid, Text, Title } from '@mantine/core'
import { IconFileImport, IconSend, IconUserPlus, type Icon } from '@tabler/icons-react'
import { Link } from 'wouter'
import { createCampaign } from '../../../src/contract/campaigns/endpoints.ts'
import { createSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import { createUser } from '../../../src/contract/users/endpoints.ts'
import { useMay } from '../../app/may.ts'
import { useInOrganization } from '../../app/places.ts'
import { overviewWords } from '../../words/session/overview.ts'
import './doors.css'

const words = overviewWords.empty

/** What an organization begins with. */
export function Doors() {
  const may = useMay()
  const doors = [
    {
      needs: createSubscriberImport,
      icon: IconFileImport,
      title: overviewWords.importFile,
      text: words.importText,
      to: '/imports/new',
    },
    {
      needs: createCampaign,
      icon: IconSend,
      title: overviewWords.writeCampaign,
      text: words.campaignText,
      to: '/campaigns/new',
    },
    {
      needs: createUser,
      icon: IconUserPlus,
      title: words.inviteTitle,
      text: words.inviteText,
      to: '/settings/users/new',
    },
  ]
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {words.title}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {doors
          .filter(({ needs }) => may(needs))
          .map((door) => (
            <Door key={door.to} {...door} />
          ))}
      </SimpleGrid>
    </section>
  )
}

function Door({ icon: Icon, title, text, to }: { icon: Icon; title: string; text: string; to: string }) {
  const at = useInOrganization()
  return (
    <Link href={at(to)} className="panel door">
      <Icon size={24} stroke={1.75} aria-hidden />
      <Text component="span" fw={600} mt="sm">
        {title}
      </Text>
      <Text component="span" c="dimmed">
        {text}
      </Text>
    </Link>
  )
}
