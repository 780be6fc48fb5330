import { SimpleGrid, Stack } from '@mantine/core'
import { useOpenSession } from '../../app/session.tsx'
import { Page } from '../../design/page.tsx'
import { meWords as words } from '../../words/session/me.ts'
import { Assistants } from './assistants.tsx'
import { Details } from './details.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

/** What belongs to the person, not to an organization. */
export default function Me() {
  const { user, second_factor_missing: mustSetUp } = useOpenSession()
  if (mustSetUp) {
    return (
      <Page title={words.title} lead={words.factor.mustHave}>
        <SecondFactor />
      </Page>
    )
  }
  const isOfProvider = user.single_sign_on && !user.password_set
  return (
    <Page title={words.title} lead={`${words.email} ${user.email}`}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <Stack gap="md">
          <Details />
          {!isOfProvider && <Password />}
        </Stack>
        {!isOfProvider && <SecondFactor />}
      </SimpleGrid>
      {!isOfProvider && <Passkeys />}
      <Sessions />
      <Assistants />
    </Page>
  )
}
