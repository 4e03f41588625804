/** The most common vendors: their domains, names and parents. */

export interface VendorEntry {
  readonly id: string
  readonly name: string
  readonly domains: readonly string[]
  readonly aliases: readonly string[]
  readonly parent: string | null
}

/** id | domains | name, further names | parent */
const table = `
aws | aws.amazon.com, amazonaws.com | Amazon Web Services, AWS, Amazon Web Services EMEA SARL, Amazon Internet Services | amazon
openai | openai.com | OpenAI, OpenAI OpCo, OpenAI Ireland |
twilio | twilio.com | Twilio |
snowflake | snowflake.com | Snowflake |
gcp | cloud.google.com | Google Cloud, Google Cloud Platform, GCP, Google Cloud Services | google
salesforce | salesforce.com | Salesforce |
anthropic | anthropic.com | Anthropic |
google | google.com | Google, Google Ireland |
google_workspace | workspace.google.com, admin.google.com | Google Workspace, G Suite | google
azure | azure.microsoft.com, azure.com | Microsoft Azure, Azure | microsoft
dynamics | dynamics.microsoft.com | Microsoft Dynamics, Dynamics 365 | microsoft
microsoft | microsoft.com | Microsoft |
cloudflare | cloudflare.com | Cloudflare |
zendesk | zendesk.com | Zendesk |
datadog | datadoghq.com | Datadog |
github | github.com | GitHub | microsoft
sentry | sentry.io | Sentry, Functional Software |
mongodb | mongodb.com | MongoDB, Mongo DB, MongoDB Atlas |
slack | slack.com | Slack, Slack Technologies | salesforce
stripe | stripe.com | Stripe |
zoom | zoom.us, zoom.com | Zoom, Zoom Video Communications |
okta | okta.com | Okta |
auth0 | auth0.com | Auth0 | okta
sendgrid | sendgrid.com | SendGrid, Twilio SendGrid | twilio
segment | segment.com | Segment, Twilio Segment | twilio
mailchimp | mailchimp.com | Mailchimp | intuit
heroku | heroku.com | Heroku | salesforce
atlassian | atlassian.com | Atlassian, Jira, Confluence |
databricks | databricks.com | Databricks |
intercom | intercom.com | Intercom |
fivetran | fivetran.com | Fivetran |
mailgun | mailgun.com | Mailgun, Mailgun Technologies | sinch
pendo | pendo.io | Pendo |
vercel | vercel.com | Vercel |
amplitude | amplitude.com | Amplitude |
fireworks_ai | fireworks.ai | Fireworks AI, Fireworks |
hubspot | hubspot.com | HubSpot |
confluent | confluent.io | Confluent |
elevenlabs | elevenlabs.io | ElevenLabs |
splunk | splunk.com | Splunk | cisco
fullstory | fullstory.com | FullStory |
elastic | elastic.co | Elastic, Elasticsearch |
clickhouse | clickhouse.com | ClickHouse |
new_relic | newrelic.com | New Relic |
pagerduty | pagerduty.com | PagerDuty |
launchdarkly | launchdarkly.com | LaunchDarkly |
pinecone | pinecone.io | Pinecone |
turbopuffer | turbopuffer.com | turbopuffer |
workos | workos.com | WorkOS |
`

export const vendorTable: readonly VendorEntry[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', domains = '', names = '', parent = ''] = line.split('|').map((cell) => cell.trim())
    const aliases = names.split(',').map((name) => name.trim())
    return {
      id,
      name: aliases[0] ?? id,
      domains: domains.split(',').map((domain) => domain.trim()),
      aliases,
      parent: parent === '' ? null : parent,
    }
  })
