/** Vendors that public lists of subprocessors name, beside those in `vendor-table.ts`: domains | name, further names | parent. */
export const furtherVendors = `
1password.com | *1Password, AgileBits |
ada.cx | Ada Support |
adobe.com | Adobe, Adobe Systems, Adobe Systems Software Ireland |
marketo.com | *Marketo, Adobe Marketo | adobe_com
airtable.com | *Airtable, Formagrid |
akamai.com, akamaiedge.net, akamaihd.net | *Akamai, Akamai Technologies |
linode.com | *Linode | akamai_com
algolia.com, algolianet.com | *Algolia |
amazon.com | Amazon, Amazon.com |
appcues.com | *Appcues |
apple.com, icloud.com | Apple, Apple Push Notification Service, APNs |
appsflyer.com | *AppsFlyer |
asana.com | Asana |
opsgenie.com | *Opsgenie, Atlassian Opsgenie | atlassian
statuspage.io | *Statuspage, Atlassian Statuspage | atlassian
trello.com | *Trello, Atlassian Trello | atlassian
loom.com | Loom | atlassian
bamboohr.com | *BambooHR |
bigcommerce.com | *BigCommerce |
square.com, squareup.com | Block Square, Square |
box.com | Box, Box.com |
braze.com, braze.eu | Braze |
browserstack.com | *BrowserStack |
calendly.com | *Calendly |
canva.com | *Canva |
chargebee.com | *Chargebee |
chronosphere.io | *Chronosphere |
circleci.com | *CircleCI, Circle Internet Services |
duosecurity.com, duo.com | Duo Security, Cisco Duo, Duo | cisco
webex.com | *Webex, Cisco Webex | cisco
cisco.com | Cisco, Cisco Systems |
clearbit.com | *Clearbit | hubspot
clickup.com | *ClickUp, Mango Technologies |
coinbase.com | *Coinbase |
concentrix.com | *Concentrix |
contentful.com | *Contentful |
coralogix.com | *Coralogix |
coupa.com, coupahost.com | Coupa, Coupa Software |
crowdstrike.com | *CrowdStrike |
cursor.com | Cursor, Anysphere |
customer.io, customerio.com | Customer.io, Peaberry Software |
darktrace.com | *Darktrace |
datadome.co | *DataDome |
delighted.com | Delighted | qualtrics_com
digitalocean.com | *DigitalOcean, Digital Ocean |
discord.com | Discord |
docebo.com | *Docebo |
docker.com | Docker |
docusign.com, docusign.net | *DocuSign |
drift.com | Drift, Drift.com |
dropbox.com, dropboxapi.com | *Dropbox |
hellosign.com | *HelloSign, Dropbox Sign | dropbox_com
envoy.com | Envoy |
eventbrite.com | *Eventbrite |
expensify.com | *Expensify |
fastly.com, fastly.net | *Fastly |
figma.com | *Figma |
freshworks.com, freshdesk.com, freshservice.com | *Freshworks, Freshdesk, Freshservice |
gitlab.com | *GitLab |
glean.com | Glean, Glean Technologies |
gong.io | Gong, Gong.io |
grammarly.com | *Grammarly |
greenhouse.io, greenhouse.com | Greenhouse Software, Greenhouse |
gusto.com | Gusto |
hashicorp.com, terraform.io | *HashiCorp |
heap.io | Heap, Heap Analytics |
contentsquare.com | *Contentsquare, Content Square |
highspot.com | *Highspot |
hotjar.com | *Hotjar |
ibm.com | IBM, International Business Machines, IBM Cloud |
imperva.com, incapsula.com | *Imperva, Incapsula |
infobip.com | *Infobip |
intuit.com, quickbooks.com | Intuit, QuickBooks, Intuit QuickBooks |
iterable.com | Iterable |
jfrog.com, jfrog.io | *JFrog |
jamf.com | *Jamf |
jetbrains.com | *JetBrains |
klaviyo.com | *Klaviyo |
kustomer.com | *Kustomer |
lever.co | Lever |
linear.app | Linear, Linear Orbit |
linkedin.com | *LinkedIn | microsoft
logicmonitor.com | *LogicMonitor |
logz.io | Logz.io, Logshero |
medallia.com | *Medallia |
facebook.com, meta.com, instagram.com | Meta Platforms, Facebook, Meta Platforms Ireland, Meta |
whatsapp.com | *WhatsApp |
miro.com | Miro, RealtimeBoard |
mixpanel.com | *Mixpanel, Mix Panel |
surveymonkey.com | *SurveyMonkey, Momentive |
navan.com | Navan, TripActions |
netlify.com, netlify.app | *Netlify |
notion.so, notion.site, notion.com | Notion, Notion Labs |
onelogin.com | *OneLogin |
onetrust.com | *OneTrust |
oracle.com, mysql.com | Oracle, Oracle Cloud, Oracle Cloud Infrastructure, Oracle America |
netsuite.com | *NetSuite, Oracle NetSuite | oracle_com
outreach.io | Outreach, Outreach.io |
paloaltonetworks.com | Palo Alto Networks |
paypal.com | *PayPal, Paypal Holdings |
braintreepayments.com, braintreegateway.com | *Braintree | paypal_com
pingidentity.com | Ping Identity |
plaid.com | Plaid |
postman.com, getpostman.com | Postman |
proofpoint.com | *Proofpoint |
qualtrics.com | *Qualtrics |
ramp.com | Ramp, Ramp Business |
recurly.com | *Recurly |
redis.com, redis.io, redislabs.com | Redis, Redis Labs, Redis Cloud |
rippling.com | *Rippling, People Center |
rollbar.com | *Rollbar |
sap.com | SAP |
concursolutions.com, concur.com | Concur, SAP Concur | sap_com
sage.com | Sage, Sage Group, Sage Intacct |
sailpoint.com | *SailPoint |
pardot.com | *Pardot, Salesforce Pardot | salesforce
tableau.com | Tableau, Tableau Software, Salesforce Tableau | salesforce
mulesoft.com | *MuleSoft | salesforce
sanity.io | Sanity, Sanity.io |
sendsafely.com | *SendSafely |
servicenow.com, service-now.com | *ServiceNow, Service Now |
shopify.com, myshopify.com | *Shopify |
shortcut.com | Shortcut, Clubhouse Software |
smartsheet.com | *Smartsheet |
snyk.io | *Snyk |
sonarsource.com, sonarqube.com | *SonarSource, SonarCloud |
sparkpost.com | *SparkPost, Message Systems |
messagebird.com, bird.com | *MessageBird |
sprinklr.com | *Sprinklr |
statsig.com | *Statsig |
sumologic.com, sumo.com | Sumo Logic, SumoLogic |
teamviewer.com | *TeamViewer |
tenable.com | *Tenable |
typeform.com | *Typeform |
udemy.com | *Udemy |
userzoom.com, usertesting.com | *UserTesting, UserZoom |
vmware.com | *VMware |
broadcom.com | *Broadcom |
veracode.com | *Veracode |
vimeo.com | *Vimeo |
walkme.com | *WalkMe |
webflow.com, webflow.io | *Webflow |
wistia.com | *Wistia |
workday.com, myworkday.com | Workday |
workiva.com | *Workiva |
xero.com | Xero |
zapier.com | *Zapier |
zoominfo.com | *ZoomInfo |
zuora.com | *Zuora |
getdbt.com, dbt.com | dbt Labs, dbt, dbt Cloud, Fishtown Analytics |
monday.com | monday.com |
ably.com | Ably, Ably Realtime |
activecampaign.com | *ActiveCampaign |
postmarkapp.com | *Postmark, Wildbit |
adyen.com | *Adyen |
aircall.io | *Aircall |
assemblyai.com | *AssemblyAI, Assembly AI |
aiven.io | *Aiven |
alibabacloud.com | Alibaba Cloud |
arize.com | Arize, Arize AI |
baseten.co | *Baseten |
betterstack.com | Better Stack, BetterStack |
bugsnag.com | *Bugsnag |
smartbear.com | *SmartBear |
bunny.net | bunny.net, BunnyWay |
brave.com | Brave Software |
braintrust.dev, braintrustdata.com | Braintrust Data |
brevo.com, sendinblue.com | *Brevo, Sendinblue |
chameleon.io | Chameleon Intelligent Tech, Chameleon Intelligent Technologies |
checkly.com, checklyhq.com | *Checkly |
churnzero.com, churnzero.net | *ChurnZero |
clerk.com, clerk.dev | Clerk |
cloudinary.com | *Cloudinary |
cohere.com, cohere.ai | Cohere |
courier.com | Courier |
dagster.io | Dagster Labs, Elementl |
daily.co | Daily.co, Pluot Communications |
deepgram.com | *Deepgram |
deepl.com | *DeepL |
deel.com | Deel |
dynatrace.com | *Dynatrace |
e2b.dev | e2b, FoundryLabs |
equinix.com | *Equinix |
exa.ai | Exa, Exa Labs |
flatfile.com | *Flatfile |
fly.io | Fly.io |
front.com, frontapp.com | FrontApp, Front App |
g2.com | G2.com |
gainsight.com | *Gainsight |
genesys.com | *Genesys |
getstream.io | Stream.io, GetStream |
gorgias.com | *Gorgias |
grafana.com | *Grafana, Raintank |
groq.com | *Groq |
hetzner.com | *Hetzner, Hetzner Online |
helpscout.com, helpscout.net | Help Scout, HelpScout |
hex.tech | Hex Technologies |
hightouch.com, hightouch.io | *Hightouch, Carry Technologies |
honeycomb.io | Honeycomb, Hound Technology |
huggingface.co | Hugging Face, HuggingFace |
imgix.com | *imgix, Zebrafish Labs |
incident.io | incident.io, Pineapple Technology |
inngest.com | *Inngest |
ipinfo.io | *IPinfo |
jumpcloud.com | *JumpCloud |
knock.app | Knock Labs |
langchain.com, smith.langchain.com | *LangChain, LangSmith |
langfuse.com | *Langfuse, Finto Technologies |
livekit.io | *LiveKit |
logrocket.com, logrocket.io | *LogRocket |
loops.so | Loops.so, Astrodon |
looker.com | Looker, Google Looker | google
mapbox.com | *Mapbox |
maxmind.com | *MaxMind |
merge.dev | Merge API, Merge.dev |
metabase.com | *Metabase |
mezmo.com | *Mezmo, LogDNA |
mintlify.com | *Mintlify |
mistral.ai | Mistral AI, Mistral |
modal.com | Modal Labs |
mux.com | Mux |
neon.tech, neon.com | Neon Database, Neondatabase |
ngrok.com | *ngrok |
nylas.com | *Nylas |
ovhcloud.com, ovh.com | OVHcloud, OVH, OVH Groupe |
paddle.com | Paddle, Paddle.com Market |
perplexity.ai | Perplexity AI |
persona.com, withpersona.com | Persona Identities |
planetscale.com | *PlanetScale |
polytomic.com | *Polytomic |
posthog.com | *PostHog, Hiberly |
pusher.com | Pusher |
pylon.com, usepylon.com | Pylon Labs |
qdrant.io, qdrant.tech | *Qdrant |
qlik.com | *Qlik, QlikTech |
rapid7.com | *Rapid7 |
readme.com, readme.io | ReadMe.io, ReadMe.com |
render.com | Render Services |
resend.com | Resend, Plus Five Five |
retool.com | *Retool |
revenuecat.com | *RevenueCat |
ringcentral.com | *RingCentral |
rudderstack.com | *RudderStack |
runpod.io | *RunPod |
salesloft.com | *Salesloft |
scale.com | Scale AI |
scaleway.com | *Scaleway |
scrapingbee.com | *ScrapingBee |
secoda.co | *Secoda |
sharepoint.com | SharePoint | microsoft
sigmacomputing.com | Sigma Computing |
sinch.com | Sinch |
singlestore.com | *SingleStore |
solarwinds.com | *SolarWinds, Pingdom, Papertrail |
speechmatics.com | *Speechmatics |
sprig.com | Sprig Technologies |
supabase.com, supabase.io | *Supabase |
svix.com | *Svix |
tavily.com | *Tavily |
temporal.io | Temporal Technologies, Temporal Cloud |
timescale.com | *Timescale, Tiger Data |
tinybird.co | *Tinybird |
together.ai, together.xyz | Together AI, Together Computer |
trigger.dev | Trigger.dev |
twelvelabs.io | Twelve Labs, TwelveLabs |
unstructured.io | Unstructured Technologies, Unstructured.io |
upstash.com | *Upstash |
userpilot.com | *Userpilot |
usersnap.com | *Usersnap |
vanta.com | Vanta |
vitally.io | *Vitally |
voyageai.com | Voyage AI |
vonage.com | *Vonage, Nexmo |
wasabi.com | Wasabi Technologies |
weaviate.io | *Weaviate, SeMI Technologies |
workato.com | *Workato |
writer.com | Writer.com |
x.ai | xAI |
yubico.com | *Yubico |
zoho.com | *Zoho |
kinde.com | *Kinde |
stytch.com | *Stytch |
browserbase.com | *Browserbase |
reducto.ai | *Reducto |
lakera.ai | *Lakera |
oneschema.co | *OneSchema |
coefficient.io | Coefficient.io |
hatchet.run | Hatchet.run |
tryfinch.com | Finch API |
riskey.io | Riskey Technologies |
talkdesk.com | *Talkdesk |
five9.com | *Five9 |
gurus.com, getguru.com | Guru Technologies |
lucid.co, lucidchart.com | Lucid Software, Lucidchart |
egnyte.com | *Egnyte |
mimecast.com | *Mimecast |
zscaler.com | *Zscaler |
sophos.com | *Sophos |
qualys.com | *Qualys |
wiz.io | Wiz |
vercara.com, neustar.com, ultradns.com | Vercara, UltraDNS |
rackspace.com | *Rackspace |
ovhcloud.us | OVH US |
teleperformance.com | *Teleperformance |
taskus.com | *TaskUs |
transifex.com | *Transifex |
phrase.com | Phrase.com |
lokalise.com | *Lokalise |
crowdin.com | *Crowdin |
smartling.com | *Smartling |
pubnub.com | *PubNub |
sift.com | Sift Science |
onfido.com | *Onfido |
jumio.com | *Jumio |
socure.com | *Socure |
sumsub.com | *Sumsub |
checkr.com | *Checkr |
plivo.com | *Plivo |
bandwidth.com | Bandwidth.com |
telnyx.com | *Telnyx |
mparticle.com | *mParticle |
snowplow.io | Snowplow Analytics |
airbyte.com | *Airbyte |
census.com, getcensus.com | Sutro Labs |
matillion.com | *Matillion |
collibra.com | *Collibra |
alteryx.com | *Alteryx |
thoughtspot.com | *ThoughtSpot |
domo.com | Domo |
sisense.com | *Sisense |
nexthink.com | *Nexthink |
ironcladapp.com, ironclad.ai | Ironclad |
pandadoc.com | *PandaDoc |
chilipiper.com | Chili Piper |
vidyard.com | *Vidyard |
totango.com | *Totango |
planhat.com | *Planhat |
productboard.com | *Productboard |
canny.io | Canny.io |
`
