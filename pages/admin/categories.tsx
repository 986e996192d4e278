import { defineConsolePage } from '@/composition/define-console-page';
import { categoryFeature } from '@/features/operations/site-text/category-feature';
import { CategoriesScreen } from '@/screens/operations/lazy-screens';
import { loadCategories } from '@/screens/operations/site-text-query';

export default defineConsolePage(CategoriesScreen, {
  permission: 'manageSite',
  features: [categoryFeature],
  load: loadCategories,
});
