/** Departments of the made-up employers, and the job titles in them. */

export const departments: readonly { readonly name: string; readonly titles: readonly string[] }[] = [
  [
    'Engineering',
    'Software Engineer|Senior Software Engineer|Backend Engineer|Frontend Engineer|Site Reliability Engineer|Engineering Manager|Embedded Engineer|QA Engineer',
  ],
  [
    'Sales',
    'Account Executive|Sales Development Representative|Sales Manager|Solutions Consultant|Partner Manager',
  ],
  ['Marketing', 'Marketing Manager|Content Strategist|Growth Marketer|Brand Designer|Events Coordinator'],
  ['Operations', 'Operations Analyst|Operations Manager|Warehouse Lead|Logistics Coordinator|Dispatcher'],
  [
    'Customer Success',
    'Customer Success Manager|Support Specialist|Implementation Consultant|Technical Support Engineer',
  ],
  ['Finance', 'Accountant|Financial Analyst|Payroll Specialist|Controller|Tax Manager'],
  ['People', 'Recruiter|HR Business Partner|People Operations Specialist|Talent Sourcer'],
  ['Product', 'Product Manager|Senior Product Manager|Product Designer|UX Researcher'],
  ['Data', 'Data Analyst|Data Engineer|Data Scientist|Machine Learning Engineer'],
  ['Legal', 'Counsel|Paralegal|Compliance Officer'],
  [
    'Research & Development',
    'Research Scientist|Lab Technician|Remote Sensing Engineer|Hybrid Vehicle Mechanic',
  ],
  ['Manufacturing', 'Welder|Machine Operator|Maintenance Technician|Production Supervisor|Quality Inspector'],
  ['Retail', 'Store Associate|Shift Lead|Store Manager|Visual Merchandiser'],
  ['Clinical', 'Registered Nurse|Physical Therapist|Medical Assistant|Pharmacist'],
  ['Security', 'Security Engineer|Security Analyst|Penetration Tester'],
  ['Design', 'Graphic Designer|Motion Designer|Design Lead'],
].map(([department = '', titles = '']) => ({
  name: department as string,
  titles: (titles as string).split('|'),
}))

/** How common each department is. */
export const departmentWeights: readonly number[] = [22, 12, 8, 10, 8, 6, 4, 7, 7, 2, 3, 6, 4, 3, 3, 2]
